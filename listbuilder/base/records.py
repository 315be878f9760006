"""Records and frozen containers: values that nobody can change after they were made.

A record is a frozen dataclass whose class is made in a tenth of the time: the standard decorator compiles six methods
for every class, which would be most of the start-up of a command. A record shares one set of methods; to mypy, pydantic
and `dataclasses` it is an ordinary frozen keyword-only dataclass.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache, cached_property, wraps
from itertools import pairwise
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_type_hints,
)

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")
T = TypeVar("T")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} is frozen")


class FrozenDict(dict[K, V]):
    """A dict that refuses every change.

    Unlike a mapping proxy it can be pickled, dumped as JSON and compared with a dict, and it is read as fast as one.
    """

    __slots__ = ()
    __setitem__ = __delitem__ = clear = pop = popitem = update = setdefault = __ior__ = _refuse

    # Pickle and `copy` fill a subclass of dict item by item, which this one refuses.
    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class FrozenList(list[V]):
    """A list that refuses every change: lists inside what a player wrote, where tuples mean nothing."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[type[FrozenList[V]], tuple[list[V]]]:
        return type(self), (list(self),)


# Shared by all: most mappings of a force are empty.
EMPTY: FrozenDict[Any, Any] = FrozenDict()


def freeze_dict(mapping: Mapping[K, V]) -> FrozenDict[K, V]:
    """A frozen copy of a mapping, or itself if it is frozen already; all empty ones are the same object."""
    if type(mapping) is FrozenDict:
        return mapping
    return FrozenDict(mapping) if mapping else EMPTY


class FrozenMappings:
    """A base of records whose `mappings` are frozen however they are made: by our own code or by pydantic."""

    mappings: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        own: dict[str, Any] = self.__dict__
        for name in self.mappings:
            if type(own[name]) is not FrozenDict:
                own[name] = FrozenDict(own[name])


def freeze(value: Any) -> Any:
    """A value with every container in it frozen: lists become tuples, sets frozen sets; records stay as they are."""
    kind = type(value)
    if kind is dict:
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if kind is list or kind is tuple:
        return tuple([freeze(item) for item in value])
    if kind is set:
        return frozenset(value)
    return value


def freeze_records(value: Any) -> Any:
    """A value with every container frozen, those of its records in place; only for code that just made them."""
    kind = type(value)
    if kind is dict or kind is FrozenDict:
        # A frozen dict is copied too: a record freezes its own mappings, but not what is in them.
        return FrozenDict({key: freeze_records(item) for key, item in value.items()})
    if kind is tuple:
        return tuple([freeze_records(item) for item in value])
    # A list is plain data in a field without a type; tuples mean nothing there.
    if kind is list:
        return FrozenList([freeze_records(item) for item in value])
    if is_dataclass(kind):
        own = value.__dict__
        own.update({one.name: freeze_records(own[one.name]) for one in fields(kind)})
    return value


def freeze_tree(value: Any) -> Any:
    """Plain data as it was read from a file, frozen; lists stay lists."""
    kind = type(value)
    if kind is dict:
        return FrozenDict({key: item if type(item) is str else freeze_tree(item) for key, item in value.items()})
    if kind is list:
        return FrozenList([item if type(item) is str else freeze_tree(item) for item in value])
    return value


def frozen_property(method: Callable[[S], T]) -> cached_property[T]:
    """A cached property whose value is frozen, because all callers share it."""

    @wraps(method)
    def made(self: S) -> T:
        value: T = freeze(method(self))
        return value

    return cached_property(made)


def yaml_key(attribute: str) -> str:
    """How a Python attribute is spelt in YAML: `not_` is `not`, `brought_by` is `brought-by`."""
    return attribute.rstrip("_").replace("_", "-")


# How pydantic reads a record.
# A misspelt key in a file must be refused. A document may come from a newer version: its new keys are ignored.
FILE_CONFIG = {"extra": "forbid", "alias_generator": yaml_key}
DOCUMENT_CONFIG: dict[str, Any] = {"extra": "ignore", "alias_generator": lambda name: name.rstrip("_")}
COMPLETE_CONFIG = {**DOCUMENT_CONFIG, "json_schema_serialization_defaults_required": True}


class Refers:
    """A mark on a field of text: what it must name, by sort; in a mapping, what the keys name.

    `Refers("context")`: what it may name depends on the values around it, so the loader checks it with code of its own.
    """

    def __init__(self, *sorts: str) -> None:
        self.sorts = sorts


class Meaning:
    """A mark on a type of key that many records have: what it means, unless a text under the field says more."""

    def __init__(self, text: str) -> None:
        self.text = text


# Text that names nothing: words for people, ids that the author makes up, numbers written as text.
Text = Annotated[str, Refers()]
CardText = Annotated[str, Refers(), Meaning("In your own words, short enough for a card.")]
Id = Annotated[str, Refers(), Meaning("Lower case, with hyphens; if it is optional, it is made from the name.")]
PrintedName = Annotated[str, Refers(), Meaning("The printed name.")]
Source = Annotated[str, Refers(), Meaning("The section of the rulebook.")]


def derived(*, default: Any = MISSING, default_factory: Any = MISSING) -> Any:
    """A field that the loader fills in: it is no key of a file, and schemas and reference leave it out."""
    return field(default=default, default_factory=default_factory, metadata={"derived": True})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field, derived))
def record(cls: type[T]) -> type[T]:
    """Make a class a frozen record; methods that it writes itself are left alone.

    The text under a field says what its key means. A class that may be written in a short form spells that out in
    `expand`, a static method from what the file has to a mapping of keys.
    """
    made = dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    own: Any = made
    if not hasattr(cls, "__pydantic_config__"):
        own.__pydantic_config__ = FILE_CONFIG
    if "expand" in cls.__dict__:
        own.__get_pydantic_core_schema__ = classmethod(_core_schema)
    if not hasattr(cls, "__get_pydantic_json_schema__"):
        own.__get_pydantic_json_schema__ = classmethod(_json_schema)
    # Kept on the class: `dataclasses.fields` builds a new tuple at each call, and records are made by the thousand.
    own.record_names = tuple(one.name for one in fields(own))
    own.record_set = frozenset(own.record_names)
    # An empty mapping that can't be changed is shared by all records; other factories are called for each.
    usual = {one.name: EMPTY if one.default_factory is dict else one.default for one in fields(own)}
    own.record_defaults = FrozenDict({name: one for name, one in usual.items() if one is not MISSING})
    own.record_finish = hasattr(own, "__post_init__")
    own.record_factories = FrozenDict(
        {one.name: one.default_factory for one in fields(own) if one.default_factory not in (MISSING, dict)}
    )
    # A table on the class itself, such as the codes of a rule, is shared as defaults are.
    for name, value in list(vars(cls).items()):
        if type(value) is dict and not name.startswith("__"):
            setattr(own, name, FrozenDict(value))
    # Some classes write their own, such as a force, which is compared by identity.
    for name, method in METHODS.items():
        if name not in cls.__dict__:
            setattr(own, name, method)
    return made


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field, derived))
def published(cls: type[T]) -> type[T]:
    """Make a class a record of a document that other programs read; keys with a default may be left out there."""
    cls.__pydantic_config__ = DOCUMENT_CONFIG  # type: ignore[attr-defined]
    return record(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field, derived))
def complete(cls: type[T]) -> type[T]:
    """Make a class a record of a document that always has all of its keys."""
    cls.__pydantic_config__ = COMPLETE_CONFIG  # type: ignore[attr-defined]
    return record(cls)


def replace(value: T, /, **changes: Any) -> T:
    """A copy of a record with some fields changed; several times faster than `dataclasses.replace`."""
    complete_record(value)
    if not changes.keys() <= value.record_set:  # type: ignore[attr-defined]
        raise TypeError(f"{type(value).__name__} has no {', '.join(changes.keys() - value.record_set)}")  # type: ignore[attr-defined]
    made = object.__new__(type(value))
    # Field by field: cached properties of the old record would be wrong for the new one. `__post_init__` does not run
    # again, so whoever passes a mapping passes a frozen one.
    own, old = made.__dict__, value.__dict__
    for name in value.record_names:  # type: ignore[attr-defined]
        own[name] = old[name]
    own.update(changes)
    return made


def set_fields(value: object, **changes: object) -> None:
    """Change a record in place; only for the code that makes it, before it is handed on."""
    value.__dict__.update(changes)


def restore(cls: type[T], given: dict[str, Any]) -> T:
    """A record from a cache: its field names are checked, its values were when it was first made."""
    made = object.__new__(cls)
    _fill(made, given)
    return made


def unchecked(cls: type[T], values: dict[str, Any]) -> T:
    """A record of values for all of its fields, unchecked: the caller has done that, once for many records."""
    made = object.__new__(cls)
    # The dict becomes the record's own, without a copy.
    object.__setattr__(made, "__dict__", values)
    return made


# Deferred records: objects with a few of their fields, which make the others when one of them is first asked.


REST = "deferred rest"
Rest = Callable[[], Mapping[str, Any]]


def deferred(cls: type, head: Mapping[str, Any], rest: Rest) -> Any:
    """A record with some of its fields; `rest` makes those of the others that are not at their defaults."""
    made: Any = object.__new__(_deferred_class(cls, tuple(head)))
    made.__dict__.update(head)
    made.__dict__[REST] = rest
    return made


def complete_record(value: object) -> None:
    """Make the fields that are missing from a deferred record, which then is like any other."""
    own = value.__dict__
    rest: Rest | None = own.get(REST)
    if rest is None:
        return
    cls: Any = type(value).__base__ if isinstance(type(value), _DeferredType) else type(value)
    made = restore(cls, {**rest(), **{name: one for name, one in own.items() if name in cls.record_set}}).__dict__
    made.update((name, one) for name, one in own.items() if name not in made and name != REST)
    # Two assignments that each leave it whole, since another thread may be asking.
    object.__setattr__(value, "__dict__", made)
    object.__setattr__(value, "__class__", cls)


class _DeferredType(type):
    """The class of the classes of deferred records; to others each has the name of the record that it stands for."""


class _DeferredField:
    """A field that is made, with all others, when it is asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, value: object, owner: type) -> Any:
        complete_record(value)
        return value.__dict__[self.name]


def _completing(name: str) -> Callable[..., Any]:
    def call(self: Any, *given: Any) -> Any:
        complete_record(self)
        return getattr(self, name)(*given)

    return call


@cache
def _deferred_class(cls: Any, head: tuple[str, ...]) -> type:
    """The class of records that have only these fields: it completes them before they are compared or copied."""
    fields_: dict[str, Any] = {name: _DeferredField(name) for name in cls.record_names if name not in head}
    methods = {name: _completing(name) for name in ("__eq__", "__hash__", "__reduce_ex__")}
    return _DeferredType(cls.__name__, (cls,), fields_ | methods)


def file_keys(cls: type) -> tuple[str, ...]:
    """The names of a record's fields that are keys of a file."""
    return tuple(one.name for one in fields(cast("Any", cls)) if not one.metadata.get("derived"))


def derived_file_keys(cls: type) -> set[str]:
    """How the fields that the loader fills in would be spelt in a file."""
    return {yaml_key(one.name) for one in fields(cast("Any", cls)) if one.metadata.get("derived")}


@cache
def field_docs(cls: type) -> dict[str, str]:
    """What each field of a record means: the text under it, in its class or in the one it comes from."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if "record_names" in vars(base):
            found |= _field_texts(base.__module__).get(base.__qualname__, {})
    return found


@cache
def _field_texts(module: str) -> dict[str, dict[str, str]]:
    """The texts under the fields of each class of a module, from its source: running the module drops them.

    A field without one has the meaning of its type.
    """
    import ast
    import inspect

    found: dict[str, dict[str, str]] = {}
    for part in ast.parse(inspect.getsource(sys.modules[module])).body:
        if not isinstance(part, ast.ClassDef):
            continue
        texts = found.setdefault(part.name, {})
        for one, after in pairwise([*part.body, ast.Pass()]):
            match one, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as text)):
                    texts[name] = " ".join(text.split())
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=type_)), _:
                    marks = getattr(getattr(sys.modules[module], type_, None), "__metadata__", ())
                    # Read from the module at run time: the source has only the name of the type.
                    texts.update((name, mark.text) for mark in marks if isinstance(mark, Meaning))
    return found


@cache
def references(cls: type) -> dict[str, Refers]:
    """The fields of a record that name something, with the sorts of what they may name."""
    hints = get_type_hints(cls, include_extras=True)
    marks = {
        one.name: _find_refers(hints[one.name]) for one in fields(cast("Any", cls)) if not one.metadata.get("derived")
    }
    return {name: mark for name, mark in marks.items() if mark is not None and mark.sorts}


def _find_refers(hint: Any) -> Refers | None:
    """The mark on a type, or on one of its parts."""
    own = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Refers)), None)
    return own or next((mark for part in get_args(hint) if (mark := _find_refers(part)) is not None), None)


def _core_schema(cls: Any, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Pydantic's schema of a record with a short form."""
    from pydantic_core import core_schema

    inner = dict(handler.resolve_ref_schema(handler(source)))
    # The reference must name the outer schema: otherwise every use but the first would skip `expand`.
    ref = cast("str | None", inner.pop("ref", None))
    return core_schema.no_info_before_validator_function(cls.expand, cast("CoreSchema", inner), ref=ref)


def _json_schema(cls: Any, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
    """The JSON Schema of a record: its keys with their meanings, without what the loader fills in."""
    made = handler(schema)
    properties = handler.resolve_ref_schema(made).get("properties", {})
    texts, hidden = field_docs(cls), set(cls.record_names).difference(file_keys(cls))
    for name in cls.record_names:
        # Validation uses the key of the file, serialisation the name of the attribute.
        for key in (name, cls.__pydantic_config__.get("alias_generator", str)(name)):
            if name in hidden:
                properties.pop(key, None)
            elif key in properties and name in texts:
                properties[key]["description"] = texts[name]
    return made


def _init(self: Any, **given: Any) -> None:
    _fill(self, given)
    if self.record_finish:
        self.__post_init__()


def _fill(self: Any, given: dict[str, Any]) -> None:
    values = self.__dict__
    values.update(self.record_defaults)
    for name, factory in self.record_factories.items():
        if name not in given:
            values[name] = factory()
    values.update(given)
    # One comparison finds missing and unknown names; which they are matters only for the message.
    if values.keys() != self.record_set:
        wrong = sorted(set(values).symmetric_difference(self.record_names))
        raise TypeError(f"{type(self).__name__}: missing or unknown {', '.join(wrong)}")


def refuse_change(self: Any, name: str, *_: object) -> NoReturn:
    """The `__setattr__` and `__delattr__` of what is frozen."""
    raise FrozenInstanceError(f"{type(self).__name__} is frozen: can't change {name}")


def _eq(self: Any, other: Any) -> bool:
    # Not `__dict__`: it also has cached properties.
    return type(self) is type(other) and all(getattr(self, one) == getattr(other, one) for one in self.record_names)


def _hash(self: Any) -> int:
    """Equal records have equal texts and numbers; mappings in them can't be hashed and need not be."""
    values = (getattr(self, name) for name in self.record_names)
    return hash((type(self), *(value for value in values if isinstance(value, str | int))))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.record_names)
    return f"{type(self).__name__}({shown})"


def _getstate(self: Any) -> dict[str, Any]:
    """The fields alone: what a record has computed and cached may hold functions, which can't be pickled."""
    return {name: self.__dict__[name] for name in self.record_names}


METHODS: dict[str, Any] = {
    "__init__": _init,
    "__setattr__": refuse_change,
    "__delattr__": refuse_change,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__getstate__": _getstate,
}


# Records as plain data and back, for what is kept as JSON: a mapping with the name of its class for each record.


TAG = "!"


def pack(value: Any, name_of: Callable[[type], str] = lambda cls: cls.__name__) -> Any:
    """A value as plain data; what equals its default is left out."""
    if is_dataclass(value):
        own = {one.name: getattr(value, one.name) for one in fields(value)}
        usual = {one.name: field_default(one) for one in fields(value)}
        plain = {name: pack(one, name_of) for name, one in own.items() if one != usual[name]}
        return {TAG: name_of(type(value)), **plain}
    if isinstance(value, Mapping):
        return {key: pack(item, name_of) for key, item in value.items()}
    if isinstance(value, tuple):
        return [pack(item, name_of) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def field_default(one: Any) -> Any:
    """The default of a dataclass field."""
    return one.default if one.default_factory is MISSING else one.default_factory()


def unpacker(classes: Mapping[str, Any]) -> Callable[[dict[str, Any]], Any]:
    """What JSON's reader calls for each mapping, from the inside out, to make records of these classes."""

    def unpack(data: dict[str, Any]) -> Any:
        for key, item in data.items():
            if type(item) is list:
                # JSON has no tuples. No field nests them deeper than two levels.
                data[key] = tuple(map(tuple, item)) if item and type(item[0]) is list else tuple(item)
        name = data.pop(TAG, None)
        return restore(classes[name], data) if name else FrozenDict(data)

    return unpack
