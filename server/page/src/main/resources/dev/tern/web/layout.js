// The worker that computes the positions of a graph, so that the page stays responsive.
//
// It receives {graph: {number, nodes, links, calm}}, {size: [width, height]}, {hold: {id, x, y}}
// and {release: id}. It posts {number, places, still}: the graph's number, x and y of its nodes in
// their order, and true for the final positions.

importScripts("/page/lib/d3-dispatch.min.js", "/page/lib/d3-quadtree.min.js", "/page/lib/d3-timer.min.js", "/page/lib/d3-force.min.js");

const CENTRING_STRENGTH = 0.08;
let number = 0;
let calm = false;
let nodes = [];

function postPlaces(still) {
  const places = new Float32Array(2 * nodes.length);
  nodes.forEach((node, index) => places.set([node.x, node.y], 2 * index));
  postMessage({ number, places, still }, [places.buffer]);
}

const simulation = d3.forceSimulation([])
  .force("link", d3.forceLink([]).id((node) => node.id).distance((link) => (link.target.kind === "passage" ? 62 : 56)).strength(0.5))
  .force("charge", d3.forceManyBody().strength((node) => (node.kind === "relation" ? -190 : -340)).distanceMax(520).theta(1))
  .force("collide", d3.forceCollide((node) => node.radius + 5))
  .force("x", d3.forceX(0).strength(CENTRING_STRENGTH))
  .force("y", d3.forceY(0).strength(CENTRING_STRENGTH))
  .alphaDecay(0.035)
  .on("tick", () => postPlaces(false))
  .on("end", () => postPlaces(true))
  .stop();

/** Sets the graph; known nodes keep their velocity. */
function setGraph(graph) {
  const before = new Map(nodes.map((node) => [node.id, node]));
  ({ number, calm } = graph);
  nodes = graph.nodes.map((node) => Object.assign(before.get(node.id) ?? {}, node));
  simulation.nodes(nodes);
  simulation.force("link").links(graph.links);
  simulation.alpha(0.9);
  run();
}

/** Starts the simulation; with reduced motion only the final positions are posted. */
function run() {
  if (!calm) {
    simulation.restart();
    return;
  }
  simulation.stop();
  while (simulation.alpha() > simulation.alphaMin()) simulation.tick();
  postPlaces(true);
}

addEventListener("message", ({ data }) => {
  if (data.graph) setGraph(data.graph);
  else if (data.size) {
    // A wide canvas gets a wide layout, a narrow one a tall layout.
    const [width, height] = data.size;
    simulation.force("x").strength(CENTRING_STRENGTH * height / width);
    simulation.force("y").strength(CENTRING_STRENGTH * width / height);
  } else if (data.hold) {
    const node = nodes.find((one) => one.id === data.hold.id);
    if (node) Object.assign(node, { fx: data.hold.x, fy: data.hold.y });
    simulation.alphaTarget(0.25).restart();
  } else if (data.release) {
    const node = nodes.find((one) => one.id === data.release);
    if (node) Object.assign(node, { fx: null, fy: null });
    simulation.alphaTarget(0);
  }
});
