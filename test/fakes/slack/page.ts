/* Draws what the local Slack holds as a page that looks the way Slack shows it, to be judged by eye. */
import { emojiCharacter } from '../../../src/text/emoji.ts';
import type { Seen } from './seen.ts';

type Json = Record<string, unknown>;

/** A view: a modal, or somebody's Home tab. */
export interface DrawnView {
  readonly title?: unknown;
  readonly submit?: unknown;
  readonly close?: unknown;
  readonly blocks: readonly Json[];
}

/** Names of people and channels by id. */
export type Names = (id: string) => string;

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String((value as Json).text ?? '') : '';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const emojis = (text: string): string =>
  text.replace(/:([a-z0-9_+-]+):/g, (code, name: string) => emojiCharacter(name) ?? code);

/** A thread beside its head, the way Slack's side pane shows it. */
export function threadPage(messages: readonly Seen[], names: Names): string {
  const [root, ...replies] = messages;
  const count = replies.filter(({ privateTo }) => privateTo === null).length;
  const divider =
    count === 0 ? '' : `<div class="count">${count} ${count === 1 ? 'reply' : 'replies'}<hr></div>`;
  const body = [root, ...replies].flatMap((each, at) =>
    each === undefined ? [] : [drawMessage(each, names), at === 0 ? divider : ''],
  );
  return page(`<main class="pane"><header>Thread</header>${body.join('')}</main>`);
}

/** A modal over a dimmed window. */
export function modalPage(view: DrawnView, names: Names): string {
  const submit = textOf(view.submit);
  const buttons = `<footer><button>${escaped(textOf(view.close) || 'Close')}</button>${
    submit === '' ? '' : `<button class="primary">${escaped(submit)}</button>`
  }</footer>`;
  const title = `<header>${escaped(textOf(view.title))}</header>`;
  return page(
    `<main class="modal">${title}<div class="body">${drawBlocks(view.blocks, names)}</div>${buttons}</main>`,
  );
}

/** The Home tab of the app. */
export function homePage(view: DrawnView, names: Names): string {
  const tabs = '<header>Bluepencil <span>Home</span><span>Messages</span></header>';
  return page(`<main class="home">${tabs}${drawBlocks(view.blocks, names)}</main>`);
}

function page(body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><body>${body}</body>`;
}

function drawMessage(message: Seen, names: Names): string {
  const { by, icon, privateTo, ts, reactions, botId } = message;
  const isApp = botId !== null || privateTo !== null;
  const face = icon === null ? (isApp ? '✏️' : escaped(by.slice(0, 1))) : emojis(icon);
  const time = new Date(Number(ts) * 1000).toISOString().slice(11, 16);
  const only = privateTo === null ? '' : '<div class="only">👁 Only visible to you</div>';
  const marks = Object.entries(reactions)
    .filter(([, users]) => users.length > 0)
    .map(([name, users]) => `<span class="mark">${emojis(`:${name}:`)} ${users.length}</span>`);
  const words =
    message.blocks.length > 0
      ? drawBlocks(message.blocks, names)
      : `<div class="text">${mrkdwn(message.text, names)}</div>`;
  return `<article class="${privateTo === null ? '' : 'private'}">${only}<div class="face">${face}</div><div>
    <div class="by"><b>${escaped(by || 'Bluepencil')}</b>${isApp ? '<i>APP</i>' : ''}<time>${time}</time></div>
    ${words}${marks.length > 0 ? `<div class="marks">${marks.join('')}</div>` : ''}</div></article>`;
}

function drawBlocks(blocks: readonly Json[], names: Names): string {
  return blocks.map((block) => drawBlock(block, names)).join('');
}

function drawBlock(block: Json, names: Names): string {
  switch (block.type) {
    case 'rich_text':
      return `<div class="text">${list(block.elements)
        .map((each) => drawRich(each, names))
        .join('')}</div>`;
    case 'section': {
      const fields = list(block.fields).map((field) => `<div>${object(field, names)}</div>`);
      const accessory = block.accessory === undefined ? '' : drawElement(block.accessory as Json);
      return `<div class="section"><div class="text">${object(block.text, names)}<div class="fields">${fields.join('')}</div></div>${accessory}</div>`;
    }
    case 'header':
      return `<h2>${escaped(emojis(textOf(block.text)))}</h2>`;
    case 'context':
      return `<div class="context">${list(block.elements)
        .map((each) => object(each, names))
        .join(' ')}</div>`;
    case 'actions':
      return `<div class="actions">${list(block.elements).map(drawElement).join('')}</div>`;
    case 'divider':
      return '<hr>';
    case 'image':
      return `<img alt="${escaped(String(block.alt_text ?? ''))}" src="${escaped(String(block.image_url ?? ''))}">`;
    case 'input': {
      const isOptional = block.optional === true ? ' <small>(optional)</small>' : '';
      const hint = textOf(block.hint);
      return `<div class="input"><label>${escaped(textOf(block.label))}${isOptional}</label>${drawElement(
        (block.element ?? {}) as Json,
      )}${hint === '' ? '' : `<div class="hint">${escaped(hint)}</div>`}</div>`;
    }
    default:
      return `<div class="unknown">${escaped(JSON.stringify(block))}</div>`;
  }
}

function object(value: unknown, names: Names): string {
  const text = textOf(value);
  const isMrkdwn = (value as Json | undefined)?.type === 'mrkdwn';
  return isMrkdwn ? mrkdwn(text, names) : escaped(emojis(text)).replaceAll('\n', '<br>');
}

/** Text in which the three entities are encoded already. */
function mrkdwn(text: string, names: Names): string {
  return emojis(text)
    .replace(/<([@#!]?)([^>|]*)(?:\|([^>]*))?>/g, (_, sign: string, id: string, label?: string) =>
      sign === ''
        ? `<a>${label ?? id}</a>`
        : `<a>${sign === '#' ? '#' : '@'}${label ?? names(id)}</a>`,
    )
    .replace(/```([\s\S]+?)```/g, '<pre>$1</pre>')
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')
    .replace(/(^|[\s(])\*([^*\n]+)\*(?=$|[\s.,:;)])/gm, '$1<b>$2</b>')
    .replace(/(^|[\s(])_([^_\n]+)_(?=$|[\s.,:;)])/gm, '$1<em>$2</em>')
    .replace(/(^|[\s(])~([^~\n]+)~(?=$|[\s.,:;)])/gm, '$1<s>$2</s>')
    .replaceAll('\n', '<br>');
}

function drawRich(element: Json, names: Names): string {
  const inner = () =>
    list(element.elements)
      .map((each) => drawInline(each, names))
      .join('');
  switch (element.type) {
    case 'rich_text_preformatted':
      return `<pre>${inner()}</pre>`;
    case 'rich_text_quote':
      return `<blockquote>${inner()}</blockquote>`;
    case 'rich_text_list': {
      const tag = element.style === 'ordered' ? 'ol' : 'ul';
      const items = list(element.elements).map((item) => `<li>${drawRich(item, names)}</li>`);
      const start = Number(element.offset ?? 0) + 1;
      return `<${tag} start="${start}" style="margin-left:${Number(element.indent ?? 0) * 28}px">${items.join('')}</${tag}>`;
    }
    default:
      return `<div>${inner()}</div>`;
  }
}

function drawInline(element: Json, names: Names): string {
  const style = (element.style ?? {}) as Json;
  const marked = (html: string): string => {
    let out = html;
    if (style.code === true) out = `<code>${out}</code>`;
    if (style.bold === true) out = `<b>${out}</b>`;
    if (style.italic === true) out = `<em>${out}</em>`;
    if (style.strike === true) out = `<s>${out}</s>`;
    return out;
  };
  switch (element.type) {
    case 'text':
      return marked(escaped(String(element.text)).replaceAll('\n', '<br>'));
    case 'link':
      return marked(`<a>${escaped(String(element.text ?? element.url))}</a>`);
    case 'emoji':
      return emojis(`:${element.name}:`);
    case 'user':
      return `<a class="at">@${escaped(names(String(element.user_id)))}</a>`;
    case 'channel':
      return `<a class="at">#${escaped(names(String(element.channel_id)))}</a>`;
    case 'date':
      return new Date(Number(element.timestamp) * 1000)
        .toISOString()
        .slice(0, 16)
        .replace('T', ', ');
    default:
      return escaped(JSON.stringify(element));
  }
}

function drawElement(element: Json): string {
  const words = escaped(emojis(textOf(element.text)));
  const hint = escaped(textOf(element.placeholder));
  const chosen = [
    ...list(element.initial_options),
    ...(element.initial_option === undefined ? [] : [element.initial_option as Json]),
  ];
  switch (element.type) {
    case 'button':
      return `<button class="${element.style ?? ''}">${words}</button>`;
    case 'plain_text_input': {
      const value = escaped(String(element.initial_value ?? ''));
      const rows = element.multiline === true ? 'many' : 'one';
      return `<div class="box ${rows}">${value || `<span>${hint}</span>`}</div>`;
    }
    case 'radio_buttons':
    case 'checkboxes':
      return list(element.options)
        .map((option) => {
          const isOn = chosen.some(({ value }) => value === option.value);
          const kind = element.type === 'checkboxes' ? 'check' : 'radio';
          const more = textOf(option.description);
          return `<div class="option"><i class="${kind} ${isOn ? 'on' : ''}"></i><div>${object(option.text, String)}<small>${escaped(more)}</small></div></div>`;
        })
        .join('');
    case 'file_input':
      return '<button>Add files</button>';
    default: {
      const picked = chosen.map(({ text }) => escaped(emojis(textOf(text)))).join(', ');
      return `<div class="box one select">${picked || `<span>${hint || 'Select an item'}</span>`}<em>⌄</em></div>`;
    }
  }
}

/** Measures as in Slack's own window: 15 px text, 36 px faces, 32 px buttons. */
const STYLE = `
:root{--ink:#1d1c1d;--dim:#616061;--line:#dddddd;--paper:#fff;--soft:#f8f8f8;--link:#1264a3;--code:#c01343;--green:#007a5a;--red:#e01e5a;--private:#fff7e0}
@media(prefers-color-scheme:dark){:root{--ink:#d1d2d3;--dim:#ababad;--line:#3a3b3e;--paper:#1a1d21;--soft:#222529;--link:#1d9bd1;--code:#e8912d;--private:#2b2617}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.46668 Lato,"Helvetica Neue",Arial,sans-serif,"Noto Color Emoji"}
main{background:var(--paper)}.pane{width:640px;padding-bottom:24px}.home{width:860px;padding:0 32px 24px}.modal{width:520px;margin:24px auto;border:1px solid var(--line);border-radius:8px}
header{font-weight:900;font-size:18px;padding:12px 16px;border-bottom:1px solid var(--line)}header span{font-size:13px;font-weight:700;margin-left:16px;color:var(--dim)}
.modal .body{padding:16px 24px}.modal footer{display:flex;justify-content:flex-end;gap:8px;padding:16px 24px;border-top:1px solid var(--line)}
article{display:grid;grid-template-columns:36px 1fr;gap:8px;padding:8px 16px}article.private{background:var(--private)}.only{grid-column:2;font-size:12px;color:var(--dim)}article.private .face{grid-column:1}
.face{width:36px;height:36px;border-radius:8px;background:var(--soft);border:1px solid var(--line);display:grid;place-items:center;font-size:20px}
.by b{font-weight:900}.by i{font-style:normal;font-size:10px;background:var(--line);border-radius:2px;padding:1px 3px;margin:0 6px;color:var(--dim)}.by time{font-size:12px;color:var(--dim);margin-left:6px}
.text{margin:2px 0;overflow-wrap:anywhere}blockquote{margin:4px 0;padding:0 0 0 12px;border-left:4px solid var(--line);white-space:normal}
pre{margin:4px 0;padding:8px;border:1px solid var(--line);border-radius:4px;background:var(--soft);font:12px/1.5 Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre-wrap}
code{font:12px Menlo,Consolas,"DejaVu Sans Mono",monospace;color:var(--code);background:var(--soft);border:1px solid var(--line);border-radius:3px;padding:1px 3px}
ul,ol{margin:0;padding-left:28px}a{color:var(--link)}h2{font-size:18px;margin:16px 0 4px;font-weight:900}hr{border:0;border-top:1px solid var(--line);margin:8px 0}
.context{font-size:12px;color:var(--dim);margin:4px 0}.actions{display:flex;flex-wrap:wrap;gap:8px;margin:6px 0}
button{font:700 13px Lato,"Helvetica Neue",Arial,sans-serif,"Noto Color Emoji";height:28px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--paper);color:var(--ink)}
button.primary{background:var(--green);color:#fff;border-color:var(--green)}button.danger{background:var(--red);color:#fff;border-color:var(--red)}
.count{font-size:13px;color:var(--dim);padding:0 16px;display:grid;grid-template-columns:auto 1fr;gap:8px;align-items:center}.marks{display:flex;gap:4px;margin-top:4px}.mark{background:var(--soft);border-radius:12px;padding:2px 8px;font-size:12px}
.section{display:flex;justify-content:space-between;gap:16px}.fields{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.input{margin:0 0 18px}label{font-weight:700;display:block;margin-bottom:6px}small{font-size:13px;color:var(--dim);font-weight:400;display:inline}.option small{display:block}.hint{font-size:13px;color:var(--dim);margin-top:4px}
.box{border:1px solid var(--dim);border-radius:4px;padding:8px 12px;min-height:40px;white-space:pre-wrap;position:relative}.box.many{min-height:108px}.box span{color:var(--dim)}.box em{position:absolute;right:12px;top:4px;font-style:normal;color:var(--dim)}.select{max-width:360px;padding-right:32px}
.option{display:flex;gap:8px;margin-bottom:6px}.option i{flex:none;width:18px;height:18px;border:1px solid var(--dim);margin-top:2px}.radio{border-radius:50%}.check{border-radius:3px}.option .on{border:5px solid var(--link)}
.unknown{background:var(--red);color:#fff}`;
