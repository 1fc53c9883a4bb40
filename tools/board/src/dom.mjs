// Elements of the page.

/** The element with an id. */
export const byId = id => document.getElementById(id);

/** A new element with properties and children. */
export function createElement(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
}

/** A new button. */
export const createButton = (properties, ...children) =>
    createElement('button', { type: 'button', ...properties }, ...children);
