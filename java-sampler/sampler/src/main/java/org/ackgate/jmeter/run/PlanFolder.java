package org.ackgate.jmeter.run;

import java.nio.file.Path;
import org.apache.jmeter.services.FileServer;

/** Where relative file names of a test plan lead. */
public final class PlanFolder {
    private PlanFolder() {}

    /** The named file, looked for as CSV Data Set does: as it is, else beside the plan. */
    public static Path resolve(String name) {
        return FileServer.getFileServer().getResolvedFile(name).toPath();
    }
}
