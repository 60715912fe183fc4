"""Languages of the page: gettext catalogues beside this file, English in the source."""

import gettext
from functools import lru_cache
from pathlib import Path

LANGUAGES: tuple[str, ...] = ("en", "zh")
_LOCALE_DIRECTORY = Path(__file__).parent / "locale"


class Translator:
    """Call it with an English text and its named values: ``t("{n} of {total} shown", n=3, total=9)``."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, text: str, /, **values: object) -> str:
        translated = self._catalogue.gettext(text)
        return translated.format(**values) if values else translated

    @property
    def html_lang(self) -> str:
        """BCP 47 tag of the page."""
        return "zh-Hans" if self.language == "zh" else "en"


@lru_cache
def translator(language: str) -> Translator:
    """The catalogue of ``language``. Raises ValueError naming the languages there are."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: use one of {', '.join(LANGUAGES)}")
    if language == "en":
        return Translator("en", gettext.NullTranslations())
    return Translator(language, gettext.translation("report", _LOCALE_DIRECTORY, [language]))
