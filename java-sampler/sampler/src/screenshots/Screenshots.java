import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.Enumeration;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreePath;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.gui.GuiPackage;
import org.apache.jmeter.gui.MainFrame;
import org.apache.jmeter.gui.tree.JMeterTreeNode;

/**
 * Opens a plan in JMeter's GUI and writes one picture per MQTT element. Needs a display, e.g. Xvfb:
 *
 *   xvfb-run -a java "-Djmeter.home=$JMETER_HOME" -cp "$JMETER_HOME/bin/ApacheJMeter.jar:$JMETER_HOME/lib/*:$JMETER_HOME/lib/ext/*" \
 *     Screenshots.java "$JMETER_HOME" plan.jmx docs/images
 */
public final class Screenshots {
    private static final Dimension SIZE = new Dimension(1180, 980);

    private Screenshots() {}

    public static void main(String[] arguments) throws Exception {
        new JMeter().start(new String[] {"-d", arguments[0], "-t", arguments[1]});
        while (GuiPackage.getInstance() == null || GuiPackage.getInstance().getMainFrame() == null) {
            Thread.sleep(200);
        }
        Thread.sleep(4000);
        File folder = new File(arguments[2]);
        pictures(folder);
        System.exit(0);
    }

    private static void pictures(File folder) throws Exception {
        MainFrame frame = GuiPackage.getInstance().getMainFrame();
        JTree tree = frame.getTree();
        DefaultMutableTreeNode root = (DefaultMutableTreeNode) tree.getModel().getRoot();
        for (Enumeration<?> nodes = root.preorderEnumeration(); nodes.hasMoreElements(); ) {
            JMeterTreeNode node = (JMeterTreeNode) nodes.nextElement();
            if (node.getTestElement().getClass().getName().startsWith("org.ackgate")) {
                SwingUtilities.invokeAndWait(() -> {
                    frame.setSize(SIZE);
                    tree.setSelectionPath(new TreePath(node.getPath()));
                });
                Thread.sleep(700);
                SwingUtilities.invokeAndWait(() -> picture(frame, new File(folder, fileName(node))));
            }
        }
    }

    private static String fileName(JMeterTreeNode node) {
        String name = node.getTestElement().getClass().getSimpleName().replaceAll("Sampler|Controller", "");
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT) + ".png";
    }

    private static void picture(MainFrame frame, File file) {
        BufferedImage image = new BufferedImage(SIZE.width, SIZE.height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        frame.paint(graphics);
        graphics.dispose();
        try {
            ImageIO.write(image, "png", file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
