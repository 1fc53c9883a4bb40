// Shapes for pictures that the page draws itself.

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with its attributes and children. */
export function createShape(name, attributes, ...children) {
    const shape = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes))
        shape.setAttribute(attribute, value);
    shape.append(...children);
    return shape;
}
