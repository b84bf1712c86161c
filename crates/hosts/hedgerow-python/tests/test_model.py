"""Random changes of a document, compared with a plain model of the tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

import hedgerow


@dataclass(eq=False)
class Model:
    """A node of the model: an element with attributes and children, or a text."""

    tag: str | None
    data: str = ""
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[Model] = field(default_factory=list)
    parent: Model | None = None
    destroyed: bool = False

    def detach(self) -> None:
        """Takes the node out of its parent."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None

    def holds(self, other: Model) -> bool:
        """Whether the other node is this one or in it."""
        return self is other or any(child.holds(other) for child in self.children)

    def insert(self, position: int, child: Model) -> None:
        """Inserts a detached node."""
        self.children.insert(position, child)
        child.parent = self

    def destroy(self) -> None:
        """Marks the node and all nodes in it as destroyed."""
        self.destroyed = True
        for child in self.children:
            child.destroy()

    def html(self) -> str:
        """The HTML of the node."""
        if self.tag is None:
            return self.data
        attrs = "".join(f' {name}="{value}"' for name, value in self.attrs.items())
        return f"<{self.tag}{attrs}>{''.join(child.html() for child in self.children)}</{self.tag}>"


class Changes(RuleBasedStateMachine):
    """Applies each change to a document and to the model."""

    nodes = Bundle("nodes")

    @initialize(target=nodes)
    def parse(self) -> tuple[hedgerow.Node, Model]:
        """Creates the element that contains all changes."""
        self.document = hedgerow.parse("<div></div>")
        self.root: tuple[hedgerow.Node, Model] = (self.document.css_first("div"), Model("div"))
        self.all = [self.root]
        return self.root

    def known(self, node: hedgerow.Node, model: Model) -> tuple[hedgerow.Node, Model]:
        """Records a new node."""
        self.all.append((node, model))
        return node, model

    @rule(target=nodes, tag=st.sampled_from(["b", "i", "p"]))
    def create(self, tag: str) -> tuple[hedgerow.Node, Model]:
        """A new element."""
        return self.known(self.document.create_element(tag), Model(tag))

    @rule(target=nodes, data=st.sampled_from(["", "x", "yy"]))
    def create_text(self, data: str) -> tuple[hedgerow.Node, Model]:
        """A new text."""
        return self.known(self.document.create_text(data), Model(None, data))

    @rule(parent=nodes, child=nodes, first=st.booleans())
    def insert(self, parent: tuple[hedgerow.Node, Model], child: tuple[hedgerow.Node, Model], first: bool) -> None:
        """Inserts a node as the first or last child, or is refused."""
        (node, model), (child_node, child_model) = parent, child
        change = node.prepend if first else node.append
        if model.destroyed or child_model.destroyed:
            expected: type[Exception] | None = hedgerow.StaleNodeError
        elif model.tag is None or child_model.holds(model):
            expected = hedgerow.MutationError
        else:
            expected = None
        try:
            change(child_node)
        except (hedgerow.StaleNodeError, hedgerow.MutationError) as error:
            assert type(error) is expected
            return
        assert expected is None
        child_model.detach()
        model.insert(0 if first else len(model.children), child_model)

    @rule(chosen=nodes)
    def remove(self, chosen: tuple[hedgerow.Node, Model]) -> None:
        """Takes a node out of the tree."""
        node, model = chosen
        if not model.destroyed and model is not self.root[1]:
            node.remove()
            model.detach()

    @rule(chosen=nodes)
    def decompose(self, chosen: tuple[hedgerow.Node, Model]) -> None:
        """Destroys a node."""
        node, model = chosen
        if not model.destroyed and model is not self.root[1] and not model.holds(self.root[1]):
            node.decompose()
            model.detach()
            model.destroy()

    @rule(chosen=nodes)
    def unwrap(self, chosen: tuple[hedgerow.Node, Model]) -> None:
        """Puts the children of an element in its place."""
        node, model = chosen
        if model.destroyed or model.tag is None or model.parent is None:
            return
        node.unwrap()
        parent, position = model.parent, model.parent.children.index(model)
        model.detach()
        for child in reversed(list(model.children)):
            child.detach()
            parent.insert(position, child)

    @rule(chosen=nodes, name=st.sampled_from(["a", "b"]), value=st.sampled_from([None, "", "v"]))
    def change_attribute(self, chosen: tuple[hedgerow.Node, Model], name: str, value: str | None) -> None:
        """Sets or removes an attribute."""
        node, model = chosen
        if model.destroyed or model.tag is None:
            return
        if value is None:
            node.attrs.pop(name, None)
            model.attrs.pop(name, None)
        else:
            node.attrs[name] = value
            model.attrs[name] = value

    @rule(chosen=nodes)
    def set_text(self, chosen: tuple[hedgerow.Node, Model]) -> None:
        """Replaces the content, which is destroyed."""
        node, model = chosen
        if model.destroyed or model.tag is None or any(child.holds(self.root[1]) for child in model.children):
            return
        node.text = "t"
        for child in list(model.children):
            child.detach()
            child.destroy()
        model.insert(0, Model(None, "t"))

    @invariant()
    def agrees(self) -> None:
        """Each node is still that node: it has the HTML and the parent of its model, or it is destroyed."""
        for node, model in getattr(self, "all", []):
            if model.destroyed:
                assert repr(node) == "<Node, destroyed>"
                continue
            assert node.html == model.html()
            assert node.tag == model.tag
            if model.parent is not None:
                parents = [other for other, parent in self.all if parent is model.parent]
                assert node.parent == parents[0]


TestChanges = Changes.TestCase
