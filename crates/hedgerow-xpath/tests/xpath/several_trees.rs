//! Node-sets with nodes of several trees: each axis selects what it selects from the nodes one by one, and every node-set is sorted
//! and distinct.

use std::collections::HashMap;

use hedgerow::{Document, NodeId, NodeRef, Select as _};
use hedgerow_testing::Random;
use hedgerow_xpath::{NodeSet, Value, XPath, XPathNode};

const PAGE: &str = "<!DOCTYPE html><div id=A><template><u id=U></u><p id=P><b id=b0>t</b></p><b id=b3></b></template>\
    <div id=B><b id=b1>1</b><b id=b2>2</b></div></div><i id=I><template shadowrootmode=open><b id=s></b><i></i></template>x</i>";

fn node<'d>(document: &'d Document, id: &str) -> NodeRef<'d> {
    document.select_deep(&format!("#{id}")).unwrap().next().unwrap()
}

fn ids(document: &Document, expression: &str, variable: &str) -> Vec<String> {
    let evaluator = XPath::parse(expression).unwrap();
    let value = evaluator.evaluator().variable("t", node(document, variable)).evaluate(document).unwrap();
    let nodes = value.into_nodes().unwrap();
    nodes.iter().filter_map(|node| Some(node.node()?.element_id()?.to_owned())).collect()
}

#[test]
fn steps_from_nodes_of_two_trees_find_each_node_once() {
    let document = hedgerow::parse(PAGE);
    assert_eq!(ids(&document, "($t | //div)//b", "P"), ["b1", "b2", "b0"]);
    assert_eq!(ids(&document, "$t/following::*", "P"), ["b3"]);
    assert_eq!(ids(&document, "($t | //div)/following::*", "P"), ["I", "b3"]);
    assert_eq!(ids(&document, "($t | //i)/preceding::*", "P"), ["A", "B", "b1", "b2", "U"]);
}

/// Adds a detached tree whose nodes are in slots between those of other trees, in an order that is not that of the slots.
fn page_with_a_detached_tree() -> (Document, NodeId) {
    let mut document = hedgerow::parse(PAGE);
    let first = document.select_first("#b1").unwrap().unwrap().id();
    document.detach(first).unwrap();
    let body = document.select_first("body").unwrap().unwrap().id();
    document.prepend(body, first).unwrap();
    let division = document.select_first("#B").unwrap().unwrap().id();
    document.detach(division).unwrap();
    let [one, other] = ["b", "p"].map(|name| document.create_element(name).unwrap());
    document.append(division, one).unwrap();
    document.prepend(division, other).unwrap();
    (document, division)
}

fn is_sorted(document: &Document, nodes: &NodeSet<'_>) -> bool {
    let mut trees: Vec<NodeId> = Vec::new();
    let mut places: HashMap<NodeId, (usize, usize)> = HashMap::new();
    let everything = nodes.iter().map(|node| node.owner().tree_root());
    for root in std::iter::once(document.root()).chain(everything) {
        if !trees.contains(&root.id()) {
            trees.push(root.id());
            for (rank, node) in root.inclusive_descendants().enumerate() {
                places.insert(node.id(), (trees.len(), rank));
            }
        }
    }
    let place =
        |index: usize| nodes.iter().nth(index).and_then(|node| places.get(&node.owner().id()).copied());
    (1..nodes.len()).all(|index| {
        let same_owner = nodes.iter().nth(index - 1).map(XPathNode::owner)
            == nodes.iter().nth(index).map(XPathNode::owner);
        same_owner || place(index - 1) < place(index)
    })
}

fn select<'d>(step: &XPath, variable: &Value<'d>, context: NodeRef<'d>) -> NodeSet<'d> {
    let value = step.evaluator().variable("t", variable.clone()).evaluate(context).unwrap();
    value.into_nodes().unwrap()
}

#[test]
fn each_axis_agrees_with_its_nodes_one_by_one() {
    let (document, detached) = page_with_a_detached_tree();
    let top = document.node(detached);
    let everything: Vec<NodeRef<'_>> = std::iter::once(document.root())
        .chain(document.root().deep_descendants())
        .chain(top.inclusive_descendants())
        .filter(|node| node.doctype().is_none())
        .collect();
    let axes = [
        "child", "descendant", "parent", "ancestor", "following-sibling", "preceding-sibling", "following",
        "preceding", "attribute", "self", "descendant-or-self", "ancestor-or-self",
    ];
    let union = XPath::parse("$one | $two").unwrap();
    let mut random = Random::new(7);
    for _ in 0..60 {
        let mut contexts = Value::from(random.pick(&everything));
        let mut chosen = vec![contexts.clone()];
        for _ in 0..random.below(5) {
            let more = Value::from(random.pick(&everything));
            chosen.push(more.clone());
            contexts = union
                .evaluator()
                .variable("one", contexts)
                .variable("two", more)
                .evaluate(&document)
                .unwrap();
        }
        for axis in axes {
            for path in ["$t/{}::node()", "$t/{}::*//b", "$t/{}::node()[1]/..", "$t//node()/{}::*"] {
                let step = XPath::parse(&path.replace("{}", axis)).unwrap();
                let context = random.pick(&everything);
                let found = select(&step, &contexts, context);
                assert!(is_sorted(&document, &found), "{axis} of {contexts:?}: {found:?}");
                let mut expected = Vec::new();
                for node in chosen.iter().flat_map(|value| select(&step, value, context)) {
                    if !expected.contains(&node) {
                        expected.push(node);
                    }
                }
                assert_eq!(found.len(), expected.len(), "{axis} of {contexts:?}: {found:?}, {expected:?}");
                assert!(found.iter().all(|node| expected.contains(&node)), "{axis} of {contexts:?}");
            }
        }
    }
}
