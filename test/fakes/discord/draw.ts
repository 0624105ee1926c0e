/* Draws what stands on the local Discord as a client shows it, as a web page: for looking at, not for testing. */
import type { SeenForm } from './asked.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';
import type { SeenMessage } from './views.ts';

export interface Drawing {
  readonly theme: 'dark' | 'light';
  /** What stands above the messages. */
  readonly title: string;
  readonly messages: readonly SeenMessage[];
  readonly form?: SeenForm | null;
  /** The address of somebody's picture; null: the first letter of their name. */
  readonly pictureOf: (message: SeenMessage) => string | null;
}

/** A page with messages, and a form over them where there is one. */
export function drawPage({ theme, title, messages, form, pictureOf }: Drawing): string {
  const drawn = messages.map((message, at) => {
    const before = messages[at - 1];
    const isSame = before?.author === message.author && message.privateTo === null;
    return drawMessage(message, { isSame, picture: pictureOf(message) });
  });
  const over = form ? `<div class=veil>${drawForm(form)}</div>` : '';
  return `<!doctype html><meta charset=utf-8><style>${STYLE}</style><body class=${theme}><header><b>#</b> ${escapeHtml(title)}</header><main>${drawn.join('')}</main>${over}`;
}

function drawMessage(
  message: SeenMessage,
  { isSame, picture }: { readonly isSame: boolean; readonly picture: string | null },
): string {
  const { author, isApp, content, components, reactions, privateTo, isThinking, files } = message;
  const face =
    picture === null
      ? `<span class=face>${escapeHtml([...author][0] ?? '')}</span>`
      : `<img class=face src="${escapeHtml(picture)}">`;
  const head = `<div class=head><span class=name>${escapeHtml(author)}</span>${isApp ? '<span class=app>APP</span>' : ''}<time>Today at 09:41</time></div>`;
  const told = Object.entries(reactions).map(
    ([emoji, who]) => `<span class=reaction>${emoji} ${who.length}</span>`,
  );
  const shown = files.filter(({ name }) => !JSON.stringify(components).includes(name));
  const parts = [
    content === '' ? '' : drawText(content),
    ...components.map(drawComponent),
    ...shown.map(({ name }) => `<div class=file>📄 <a>${escapeHtml(name)}</a></div>`),
    isThinking ? '<p class=edited>Bluepencil is thinking…</p>' : '',
    told.length === 0 ? '' : `<div class=row>${told.join('')}</div>`,
    privateTo === null
      ? ''
      : '<p class=edited>👁 Only you can see this · <a>Dismiss message</a></p>',
  ];
  const kind = privateTo === null ? '' : ' private';
  return `<article class="${isSame ? 'same' : 'first'}${kind}">${isSame ? '' : face + head}${parts.join('')}</article>`;
}

function drawComponent(component: Json): string {
  const inside = objectsOf(component.components);
  switch (component.type) {
    case 1:
      return `<div class=row>${inside.map(drawComponent).join('')}</div>`;
    case 2:
      return `<button class=style${numberOr(component.style, 2)}>${escapeHtml(textOr(component.label, ''))}</button>`;
    case 3:
      return `<div class=select>${escapeHtml(textOr(component.placeholder, 'Make a selection'))}<i>⌄</i></div>`;
    case 9:
      return inside.map(drawComponent).join('');
    case 10:
      return drawText(textOr(component.content, ''));
    case 13:
      return `<div class=file>📄 <a>${escapeHtml(nameOfFile(component))}</a></div>`;
    case 14:
      return '<hr>';
    case 17:
      return `<div class=container>${inside.map(drawComponent).join('')}</div>`;
    default:
      return '';
  }
}

function nameOfFile({ file }: Json): string {
  return isJson(file) ? textOr(file.url, '').replace(/^.*\//, '').replace(/\?.*/, '') : '';
}

function drawForm({ title, fields }: SeenForm): string {
  const drawn = fields.map(({ label, json, value }) => {
    const input =
      json.type === 4
        ? `<div class="input${json.style === 2 ? ' tall' : ''}">${escapeHtml(value || textOr(json.placeholder, ''))}</div>`
        : json.type === 19
          ? '<div class="input drop">Drop a file here or <a>browse</a></div>'
          : `<div class=input>${chosenIn(json)}<i>⌄</i></div>`;
    return `<label>${escapeHtml(label)}${json.required === false ? '' : ' <em>*</em>'}</label>${input}`;
  });
  return `<div class=modal><h2>${escapeHtml(title)}</h2>${drawn.join('')}<div class="row end"><button class=style2>Cancel</button><button class=style1>Submit</button></div></div>`;
}

function chosenIn(json: Json): string {
  const chosen = objectsOf(json.options).filter((option) => option.default === true);
  const words = chosen.map(({ label }) => textOr(label, '')).join(', ');
  return escapeHtml(words || textOr(json.placeholder, 'Select…'));
}

/** Discord's Markdown, block by block. */
function drawText(markdown: string): string {
  const blocks = markdown.split(/(^```[\s\S]*?```$)/m).map((block) => {
    const code = /^```(?:\w*\n)?([\s\S]*?)```$/.exec(block);
    return code === null
      ? drawLines(block.replace(/^\n|\n$/g, ''))
      : `<pre>${escapeHtml(code[1] ?? '')}</pre>`;
  });
  return `<div class=text>${blocks.join('')}</div>`;
}

function drawLines(text: string): string {
  if (text === '') return '';
  return text
    .split('\n')
    .map((line) => {
      const [, marks = '', rest = ''] =
        /^(#{1,3}|-#|>|(?: *)[-*]|(?: *)\d+\.) (.*)$/.exec(line) ?? [];
      const words = drawSpans(marks === '' ? line : rest);
      if (/^#/.test(marks)) return `<h${marks.length}>${words}</h${marks.length}>`;
      if (marks === '-#') return `<small>${words}</small>`;
      if (marks === '>') return `<blockquote>${words || '&nbsp;'}</blockquote>`;
      const deep = marks.length - marks.trimStart().length;
      if (marks !== '')
        return `<div class=item style="margin-left:${12 + deep * 8}px"><span class=mark>${/\d/.test(marks) ? marks.trim() : '•'}</span>${words}</div>`;
      return words === '' ? '<div class=gap></div>' : `<div>${words}</div>`;
    })
    .join('');
}

function drawSpans(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((span) => {
      if (/^`[^`]+`$/.test(span)) return `<code>${escapeHtml(span.slice(1, -1))}</code>`;
      return escapeHtml(span)
        .replace(/\\([*_~`|\\&lt;[\]()#.-])/g, (_, sign: string) => `&#${sign.charCodeAt(0)};`)
        .replace(/\[([^\]]+)\]\((?:&lt;)?(https?:[^)\s]+?)(?:&gt;)?\)/g, '<a>$1</a>')
        .replace(/(?<!["=>])&lt;(https?:\S+?)&gt;/g, '<a>$1</a>')
        .replace(/\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*/g, '<b>$1</b>')
        .replace(/(?<![*\w])\*([^*\n]+)\*(?![*\w])/g, '<i>$1</i>')
        .replace(/(?<![_\w])__([^_\n]+)__(?!\w)/g, '<u>$1</u>')
        .replace(/(?<![_\w])_([^_\n]+)_(?!\w)/g, '<i>$1</i>')
        .replace(/~~([^~\n]+)~~/g, '<s>$1</s>')
        .replace(/&lt;@!?(\d+)&gt;/g, '<span class=mention>@member</span>')
        .replace(/&lt;t:\d+(?::\w)?&gt;/g, '<span class=time>5 May 2026 09:30</span>');
    })
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

const STYLE = `
*{box-sizing:border-box}body{margin:0;font:16px/1.375 'Noto Sans','DejaVu Sans',Arial,'Noto Color Emoji',sans-serif;width:820px}
.dark{--bg:#313338;--text:#dbdee1;--dim:#949ba4;--strong:#f2f3f5;--box:#2b2d31;--line:#3f4147;--code:#2b2d31;--button:#4e5058;--link:#00a8fc;--note:#3a3e56}
.light{--bg:#fff;--text:#313338;--dim:#5c5e66;--strong:#060607;--box:#f2f3f5;--line:#e1e2e4;--code:#f2f3f5;--button:#dfe0e3;--link:#006ce7;--note:#eceefd}
body{background:var(--bg);color:var(--text)}header{padding:12px 16px;border-bottom:1px solid var(--line);color:var(--strong);font-weight:600}header b{color:var(--dim)}
main{padding:8px 0 20px}article{position:relative;padding:2px 48px 2px 72px;overflow-wrap:anywhere}article.first{margin-top:16px}.private{background:var(--note)}
.face{position:absolute;left:16px;top:4px;width:40px;height:40px;border-radius:50%;background:#5865f2;color:#fff;text-align:center;line-height:40px;font-weight:600}
.name{color:var(--strong);font-weight:500}.app{background:#5865f2;color:#fff;font-size:10px;font-weight:600;border-radius:3px;padding:1px 4px;margin-left:5px;vertical-align:2px}time{color:var(--dim);font-size:12px;margin-left:8px}
h1,h2,h3{color:var(--strong);margin:8px 0 4px;line-height:1.25}h1{font-size:24px}h2{font-size:20px}h3{font-size:16px}
small{display:block;color:var(--dim);font-size:13px}blockquote{margin:0;padding-left:12px;border-left:4px solid var(--line)}.gap{height:12px}.item{position:relative;padding-left:14px}.mark{position:absolute;left:-6px}
code{background:var(--code);border-radius:4px;padding:1px 4px;font:85% 'DejaVu Sans Mono',monospace}pre{background:var(--code);border:1px solid var(--line);border-radius:4px;padding:8px;margin:6px 0;font:14px 'DejaVu Sans Mono',monospace;white-space:pre-wrap;max-width:600px}
b{font-weight:700}a{color:var(--link)}.text{margin:0 0 8px}.text:last-child{margin-bottom:2px}.container{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:4px 0;max-width:600px}
.row{display:flex;gap:8px;margin:6px 0;flex-wrap:wrap}.row.end{justify-content:flex-end;margin-top:20px}button{font:500 14px/18px inherit;font-family:inherit;border:0;border-radius:8px;padding:7px 14px;color:#fff}.style1{background:#5865f2}.style2{background:var(--button);color:var(--text)}.style3{background:#248046}.style4{background:#da373c}
.select{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:9px 12px;width:400px;color:var(--dim);display:flex;justify-content:space-between}
.reaction{border:1px solid var(--line);background:var(--box);border-radius:8px;padding:2px 6px;font-size:14px}.file{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:12px;width:400px;margin:4px 0}.edited{color:var(--dim);font-size:13px;margin:4px 0}
.mention{background:#5865f255;border-radius:3px;padding:0 2px}.time{background:var(--line);border-radius:3px;padding:0 2px}hr{border:0;border-top:1px solid var(--line);margin:8px 0}
.veil{position:absolute;left:0;right:0;top:0;min-height:100%;background:#000a;display:flex;justify-content:center;padding:40px 0}.modal{background:var(--bg);border-radius:8px;padding:20px 24px;width:460px;height:max-content}.modal label{display:block;font-weight:600;margin:14px 0 6px;color:var(--strong);font-size:14px}.modal em{color:#f23f43;font-style:normal}.input{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:10px 12px;color:var(--dim);display:flex;justify-content:space-between;white-space:pre-wrap}.tall{min-height:110px}.drop{justify-content:center;gap:5px;border-style:dashed}
`;
