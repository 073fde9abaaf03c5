"""Which checker says whether a reason is true?"""


class NoChecker(Exception):
    """A class of reasons that nobody checks."""


class Checkers:
    """Checkers by class of reason; what is not found here is looked for in `parent`.

    `@checkers(Met)` above `def met(world, claim)` makes it the checker of that class (several
    classes may share one). It returns True when the claim holds, else False or the truth as a
    text. `UNCHECKED` says that the claim is beyond its means: those are counted, and must be few.
    """

    def __init__(self, parent=None):
        self.parent = parent
        self.by_class = {}

    def __call__(self, *classes):
        def register(checker):
            self.by_class |= dict.fromkeys(classes, checker)
            return checker

        return register

    def of(self, reason):
        """The checker of a reason; NoChecker, which names its class."""
        if type(reason) in self.by_class:
            return self.by_class[type(reason)]
        if self.parent is None:
            raise NoChecker(f"{type(reason).__module__}.{reason.code}")
        return self.parent.of(reason)


UNCHECKED = object()
