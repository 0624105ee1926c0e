// Keeps a copy of every log line this process and those it starts write, and of what must not stand in one,
// where GATHERED_LOGS names a folder: the judge of the whole run reads it. Plain JavaScript, for Node loads it
// into child processes before anything else.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** pino writes there, in one call a line. */
const STDERR = 2;
const FOLDER = 'GATHERED_LOGS';
const FROM = 'GATHERED_FROM';
const installed = Symbol.for('bluepencil.gathered');

/** Adds a log line that went somewhere else to those of this test file. */
export function gather(line) {
  keep('log', line.endsWith('\n') ? line : `${line}\n`);
}

/** Words, names and secrets that no log line of this test file may hold; what is too short to tell is left out. */
export function plant(text) {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length >= 8) keep('planted', `${JSON.stringify(flat)}\n`);
}

/** The same for a text: its first few words in a row, which stand nowhere by chance. */
export function plantWords(text) {
  const [words] = /[\p{L}\p{N}][\p{L}\p{N} ,’]{18,58}/u.exec(text) ?? [];
  if (words !== undefined) plant(words);
}

function keep(kind, text) {
  const folder = process.env[FOLDER];
  const from = process.env[FROM];
  if (folder === undefined || from === undefined) return;
  try {
    fs.appendFileSync(join(folder, `${from}.${kind}`), text);
  } catch {
    // The run is over and its folder gone.
  }
}

function install() {
  if (process.env[FOLDER] === undefined || globalThis[installed]) return;
  globalThis[installed] = true;
  const write = fs.writeSync;
  fs.writeSync = (fd, data, ...rest) => {
    const written = write(fd, data, ...rest);
    if (fd === STDERR) keep('log', Buffer.from(data).subarray(0, written).toString());
    return written;
  };
  syncBuiltinESMExports();
  const { spawn } = childProcess.ChildProcess.prototype;
  childProcess.ChildProcess.prototype.spawn = function spawnGathered(options) {
    if (Array.isArray(options.envPairs)) options.envPairs = withUs(options.envPairs);
    return spawn.call(this, options);
  };
}

/** The environment of a child process, in which this file is loaded first. */
function withUs(pairs) {
  const standing = (name) =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const options = standing('NODE_OPTIONS') ?? '';
  const load = `--import=${import.meta.url}`;
  return [
    ...pairs.filter((pair) => !/^(?:GATHERED_LOGS|GATHERED_FROM|NODE_OPTIONS)=/.test(pair)),
    `${FOLDER}=${standing(FOLDER) ?? process.env[FOLDER]}`,
    `${FROM}=${standing(FROM) ?? process.env[FROM]}`,
    `NODE_OPTIONS=${options.includes(load) ? options : `${options} ${load}`.trim()}`,
  ];
}

install();
