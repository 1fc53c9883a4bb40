// Creates and connects the parts of the analysis mode, and defines its keys.
import { AnalysisView } from './analysis-view.mjs';
import { Analysis, MAX_LINES } from './analysis.mjs';
import { LinesView } from './lines-view.mjs';
import { ReviewView } from './review-view.mjs';
import { VariationActions } from './variation-actions.mjs';

const element = id => document.getElementById(id);

// Restores whether the engine is on and how many lines it shows, and stores their changes.
function keepSwitches(analysis, store) {
    const { isOn, lineCount } = store.read('analysis') ?? {};
    if (lineCount >= 1 && lineCount <= MAX_LINES)
        analysis.setLineCount(Math.trunc(lineCount));
    analysis.setOn(isOn === true);
    let kept = '';
    analysis.addEventListener('change', () => {
        const switches = { isOn: analysis.isOn, lineCount: analysis.lineCount };
        if (JSON.stringify(switches) !== kept)
            store.write('analysis', switches);
        kept = JSON.stringify(switches);
    });
}

/** Creates the parts of the analysis. The result is for analysisKeys(). */
export function makeAnalysis(session, { service, board, store }) {
    const analysis = new Analysis(session, service);
    keepSwitches(analysis, store);
    document.addEventListener('visibilitychange', () => analysis.setAsleep(document.hidden));
    const view = new AnalysisView({
        power: element('engine-power'),
        score: element('score'),
        facts: element('engine-facts'),
        count: element('line-count'),
        bar: element('score-bar'),
    }, session, analysis, board);
    new LinesView({ list: element('lines'), preview: element('line-preview') }, session, analysis);
    new ReviewView({
        graph: element('graph'),
        judgement: element('judgement'),
        summary: element('review-summary'),
        start: element('review-start'),
        progress: element('review-progress'),
        left: element('review-left'),
    }, session, analysis);
    const variations = new VariationActions(
        { element: element('variations'), dialog: element('comment') }, session);
    return { analysis, view, variations };
}

// The alternative to a node's turn that is `step` places after it; undefined if there is none.
function sibling(node, step) {
    const others = node.parent?.children ?? [];
    return others[others.indexOf(node) + step];
}

/** The keys of the analysis; see bindKeys(). */
export function analysisKeys(session, { analysis, view, variations }) {
    const inAnalysis = run => () => (session.mode === 'analysis' ? run() : false);
    const goBeside = step => inAnalysis(() => {
        const node = sibling(session.node, step);
        return node ? session.goTo(node) : false;
    });
    return [
        { keys: ['ArrowUp'], names: '↑', text: 'analysis: the variation before',
          run: goBeside(-1) },
        { keys: ['ArrowDown'], names: '↓', text: 'analysis: the next variation',
          run: goBeside(1) },
        { keys: [' '], names: 'Space', text: 'analysis: start the engine; then play its best turn',
          run: inAnalysis(() => view.playBest()) },
        { keys: ['l'], names: 'l', text: 'analysis: switch the engine on or off',
          run: inAnalysis(() => analysis.setOn(!analysis.isOn)) },
        { keys: ['c'], names: 'c', text: 'analysis: comment on the turn',
          run: inAnalysis(() => variations.comment()) },
    ];
}
