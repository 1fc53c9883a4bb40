// The page's menu.
import { byId } from './dom.mjs';

/** Calls run() when an entry of the menu is chosen, which closes the menu. */
export function onMenu(id, run) {
    byId(id).addEventListener('click', () => {
        byId('menu').hidePopover();
        run();
    });
}
