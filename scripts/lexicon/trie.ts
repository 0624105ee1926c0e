/** One letter of a stored trie; `word` marks that the letters up to here are a whole word. */
interface TrieNode {
  word: boolean;
  children: Map<string, TrieNode>;
}

interface Place {
  readonly letter: string;
  node: TrieNode;
}

/**
 * Lists every word of a cspell trie file (`TrieXv3`). The format is a depth-first walk: a letter steps down,
 * `$` ends a word and steps up, `<` steps up, a number repeats the step up, `#n;` shares node n.
 */
export function expandTrie(file: string): string[] {
  const [head = '', body] = file.split('\n__DATA__\n');
  if (!head.includes('TrieXv3') || body === undefined) {
    throw new Error('The trie file is not in format TrieXv3; the word list package has changed.');
  }
  const radix = Number(/base=(\d+)/.exec(head)?.[1] ?? 10);
  return listWords(readTrie(body, radix));
}

const TOKEN = /\\(?<escaped>.)|#(?<reference>[0-9a-v]+);|(?<end>\$)|<|(?<letter>[^\n])/gsu;
const STEPS_UP = /\d*/y;

function readTrie(body: string, radix: number): TrieNode {
  const reader = createReader();
  for (let at = 0; at < body.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(body);
    if (!token) break;
    const { escaped, reference, end, letter } = token.groups ?? {};
    at = TOKEN.lastIndex;
    const name = escaped ?? letter;
    if (name !== undefined) reader.down(name);
    else if (reference !== undefined) reader.share(Number.parseInt(reference, radix));
    else {
      STEPS_UP.lastIndex = at;
      const steps = STEPS_UP.exec(body)?.[0] ?? '';
      at += steps.length;
      if (end !== undefined) reader.endWord();
      reader.up(Number(steps || 1));
    }
  }
  return reader.root;
}

function createReader() {
  const root = emptyNode();
  const endOfWord: TrieNode = { word: true, children: new Map() };
  const numbered: TrieNode[] = [root];
  const path: Place[] = [{ letter: '', node: root }];
  const top = (): Place => path.at(-1) ?? { letter: '', node: root };
  const replaceTop = (node: TrieNode) => {
    const place = top();
    place.node = node;
    path.at(-2)?.node.children.set(place.letter, node);
    numbered.pop();
  };
  return {
    root,
    down: (letter: string) => {
      const node = emptyNode();
      top().node.children.set(letter, node);
      numbered.push(node);
      path.push({ letter, node });
    },
    share: (number: number) => replaceTop(numbered[number] ?? endOfWord),
    endWord: () => {
      const { node } = top();
      node.word = true;
      // A last letter without followers is shared by the writer and therefore not numbered.
      if (node.children.size === 0 && node !== endOfWord) replaceTop(endOfWord);
    },
    up: (steps: number) => {
      path.length -= Math.min(path.length - 1, steps);
    },
  };
}

function listWords(root: TrieNode): string[] {
  const words: string[] = [];
  const open: [TrieNode, string][] = [[root, '']];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [node, prefix] = entry;
    if (node.word) words.push(prefix);
    for (const [letter, child] of node.children) open.push([child, prefix + letter]);
  }
  return words;
}

function emptyNode(): TrieNode {
  return { word: false, children: new Map() };
}
