#!/usr/bin/env node
// Every Node since 10 can parse this file, as a script or as a module, so that an old one gets a
// sentence instead of a syntax error or a crash inside a native addon: no static import, no require.

const found = process.versions.node;
const [major, minor] = found.split('.').map(Number);

/** Shows the sentence and ends with the exit code for bad usage. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

/** A broken installation ends in a sentence, too. */
function explain(error) {
  refuse(`Bluepencil cannot start (${error.message}): run "npm ci" in its folder and try again.`);
}

if (major > 22 || (major === 22 && minor >= 12)) {
  import('./launch.js').then((launcher) => launcher.launch(refuse)).catch(explain);
} else if (major >= 14) {
  import('./own-node.js')
    .then((ownNode) => ownNode.startWithOwnNode(process.argv.slice(1), '22.12', refuse))
    .catch(explain);
} else {
  refuse(
    `Bluepencil needs Node 22.12 or newer and found ${found}: install a current Node and start it again.`,
  );
}
