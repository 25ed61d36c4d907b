// Navigation of a picture by pointer, two fingers or keyboard.

/** The input handler of a canvas. */
export class PointerInput {
  constructor(picture, { onChoose, onOpen, onPoint }) {
    this.picture = picture;
    this.onChoose = onChoose;
    this.onOpen = onOpen;
    this.onPoint = onPoint;
    this.held = null;
    this.fingers = new Map();
    const canvas = picture.node;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event, true));
    canvas.addEventListener("pointerleave", () => this.over(null));
    canvas.addEventListener("dblclick", (event) => {
      const node = picture.at(...this.place(event));
      if (node) this.onOpen(node.id);
    });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** Returns the position of an event in canvas units. */
  place(event) {
    return [event.offsetX / this.picture.unit, event.offsetY / this.picture.unit];
  }

  down(event) {
    const [x, y] = this.place(event);
    this.fingers.set(event.pointerId, [x, y]);
    this.held = this.fingers.size > 1 ? null : { x, y, node: this.picture.at(x, y), moved: false };
    this.picture.node.setPointerCapture(event.pointerId);
    this.onPoint(null);
  }

  move(event) {
    const [x, y] = this.place(event);
    if (this.fingers.size === 2 && this.fingers.has(event.pointerId)) this.pinch(event.pointerId, [x, y]);
    else if (this.held) this.drag(x, y);
    else this.over(this.picture.at(x, y), x, y);
  }

  /** Zooms by the distance of two fingers. */
  pinch(id, now) {
    const [other] = [...this.fingers].filter(([one]) => one !== id).map(([, place]) => place);
    const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
    this.picture.zoom(apart(now) / apart(this.fingers.get(id)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    this.fingers.set(id, now);
  }

  over(node, x, y) {
    const { picture } = this;
    picture.node.classList.toggle("over", node !== null);
    if ((node?.id ?? null) === picture.hovered) return;
    picture.hovered = node?.id ?? null;
    picture.draw();
    this.onPoint(node, x * picture.unit, y * picture.unit);
  }

  drag(x, y) {
    const { held, picture } = this;
    const [dx, dy] = [x - held.x, y - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 4) return;
    held.moved = true;
    picture.follows = false;
    if (held.node) picture.hold(held.node, (x - picture.view.x) / picture.view.scale, (y - picture.view.y) / picture.view.scale);
    else {
      picture.view = { ...picture.view, x: picture.view.x + dx, y: picture.view.y + dy };
      Object.assign(held, { x, y });
      picture.draw();
    }
  }

  up(event, broken = false) {
    const { held } = this;
    this.fingers.delete(event.pointerId);
    this.held = null;
    if (!held) return;
    if (held.moved && held.node) this.picture.release(held.node);
    if (!held.moved && !broken) this.onChoose(held.node ? held.node.id : null);
  }

  /** Zooms by wheel while the canvas has the focus or Ctrl is pressed; else the page scrolls. */
  wheel(event) {
    if (!event.ctrlKey && document.activeElement !== this.picture.node) return;
    event.preventDefault();
    this.picture.zoom(Math.exp(-event.deltaY / 400), ...this.place(event));
  }

  key(event) {
    const { picture } = this;
    const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (turn) this.step(turn);
    else if (event.key === "Enter" && picture.chosen) this.onOpen(picture.chosen);
    else if (event.key === "+" || event.key === "=") picture.zoom(1.25);
    else if (event.key === "-") picture.zoom(0.8);
    else if (event.key === "0") picture.fitNow();
    else if (event.key === "Escape") this.onChoose(null);
    else return;
    event.preventDefault();
  }

  /** Selects the next node in a direction. */
  step([dx, dy]) {
    const { picture } = this;
    const from = picture.subgraph.nodes.get(picture.chosen);
    const ahead = picture.nodes.filter((node) => node !== from && node.role !== "").map((node) => {
      const [x, y] = from ? [node.x - from.x, node.y - from.y] : [node.x, node.y];
      return { node, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
    }).filter(({ along }) => !from || along > 1).toSorted((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside);
    if (ahead.length > 0) this.onChoose(ahead[0].node.id);
  }
}
