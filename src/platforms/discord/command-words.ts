/*
 * What the picker of commands shows, in one table. The word `refine` is the same everywhere: all our
 * sentences name it, and a name that is translated for one member and not for the next cannot be passed on.
 */

/** The languages beside English, as Discord calls them. */
export const LOCALES = ['de', 'es-ES', 'fr', 'ja', 'zh-CN'] as const;
type Locale = (typeof LOCALES)[number];

/** A text in English and in every other language. */
export type Words = Readonly<Record<Locale | 'en', string>>;

const words = (en: string, ...others: readonly [string, string, string, string, string]): Words => {
  const [de, es, fr, ja, zh] = others;
  return { en, de, 'es-ES': es, fr, ja, 'zh-CN': zh };
};

export const COMMAND_TEXTS = {
  refine: words(
    'Have a text reviewed by the editors; without options a form opens',
    'Einen Text lektorieren lassen; ohne Angaben öffnet sich ein Formular',
    'Haz revisar un texto; sin opciones se abre un formulario',
    'Faire relire un texte ; sans option, un formulaire s’ouvre',
    '文章を編集者に見てもらう。指定がなければフォームが開きます',
    '请编辑审阅文字；不填选项则打开表单',
  ),
  write: words(
    'Have a first draft written, and reviewed',
    'Einen ersten Entwurf schreiben und lektorieren lassen',
    'Haz escribir y revisar un primer borrador',
    'Faire écrire un premier jet, puis le faire relire',
    '下書きを書いてもらい、見直してもらう',
    '请编辑写出初稿并审阅',
  ),
  admin: words(
    'Settings, editors and how things stand',
    'Einstellungen, Lektoren und Zustand',
    'Ajustes, editores y estado',
    'Réglages, relecteurs et état',
    '設定、編集者、状態',
    '设置、编辑与状态',
  ),
  reviewMessage: words(
    'Review this message',
    'Diese Nachricht lektorieren',
    'Revisar este mensaje',
    'Relire ce message',
    'このメッセージを見直す',
    '审阅此消息',
  ),
  reviewThread: words(
    'Review this thread',
    'Diesen Thread lektorieren',
    'Revisar este hilo',
    'Relire ce fil',
    'このスレッドを見直す',
    '审阅此子区',
  ),
} as const;

/** An option's or subcommand's name and what it does. */
export interface Named {
  readonly name: Words;
  readonly description: Words;
}

export const OPTIONS = {
  text: {
    name: words('text', 'text', 'texto', 'texte', '文章', '文字'),
    description: words(
      'The text; for several paragraphs the form is easier',
      'Der Text; für mehrere Absätze ist das Formular bequemer',
      'El texto; para varios párrafos es más cómodo el formulario',
      'Le texte ; pour plusieurs paragraphes, préférez le formulaire',
      '文章。複数の段落にはフォームが便利です',
      '文字；多个段落用表单更方便',
    ),
  },
  file: {
    name: words('file', 'datei', 'archivo', 'fichier', 'ファイル', '文件'),
    description: words(
      'A .txt, .md or .docx file',
      'Eine .txt-, .md- oder .docx-Datei',
      'Un archivo .txt, .md o .docx',
      'Un fichier .txt, .md ou .docx',
      '.txt、.md、.docx のファイル',
      '.txt、.md 或 .docx 文件',
    ),
  },
  preset: {
    name: words('preset', 'vorlage', 'tipo', 'modèle', '種類', '预设'),
    description: words(
      'What kind of text it is',
      'Was für ein Text es ist',
      'Qué tipo de texto es',
      'De quel genre de texte il s’agit',
      'どんな文章か',
      '文字的类型',
    ),
  },
  persona: {
    name: words('persona', 'lektor', 'editor', 'relecteur', '編集者', '编辑'),
    description: words(
      'One editor instead of all',
      'Ein Lektor statt aller',
      'Un editor en vez de todos',
      'Un seul relecteur',
      '一人の編集者だけ',
      '只请一位编辑',
    ),
  },
  rounds: {
    name: words('rounds', 'runden', 'rondas', 'tours', '回数', '轮数'),
    description: words(
      'How often it is refined, 1 to 4',
      'Wie oft überarbeitet wird, 1 bis 4',
      'Cuántas veces se mejora, de 1 a 4',
      'Nombre de passes, de 1 à 4',
      '手直しの回数、1から4',
      '修改几轮，1 到 4',
    ),
  },
  private: {
    name: words('private', 'privat', 'privado', 'privé', '非公開', '私密'),
    description: words(
      'Only you see the review (the usual way)',
      'Nur du siehst es (der Normalfall)',
      'Solo tú ves la revisión (lo habitual)',
      'Vous seul voyez la relecture (par défaut)',
      '結果は自分だけに見える（通常）',
      '只有你看得到（默认）',
    ),
  },
  brief: {
    name: words('brief', 'auftrag', 'encargo', 'consigne', '内容', '要求'),
    description: words(
      'What it should say, to whom',
      'Was darin stehen soll und für wen',
      'Qué debe decir y a quién',
      'Ce qu’il doit dire, et à qui',
      '誰に何を伝えるか',
      '要写什么、给谁看',
    ),
  },
} as const satisfies Record<string, Named>;

/** The admin words as subcommands; `log` stands for `settings log`. */
export const ADMIN_WORDS = {
  settings: admin('settings', 'How reviews work here', [
    ['einstellungen', 'Wie hier lektoriert wird'],
    ['ajustes', 'Cómo se revisa aquí'],
    ['réglages', 'Comment on relit ici'],
    ['設定', 'ここでの見直し方'],
    ['设置', '这里如何审阅'],
  ]),
  log: admin('log', 'Who changed which setting', [
    ['protokoll', 'Wer was geändert hat'],
    ['registro', 'Quién cambió qué'],
    ['journal', 'Qui a changé quoi'],
    ['履歴', '設定を変えた人'],
    ['记录', '谁改了什么设置'],
  ]),
  personas: admin('personas', 'The editors', [
    ['lektoren', 'Die Lektoren'],
    ['editores', 'Los editores'],
    ['relecteurs', 'Les relecteurs'],
    ['編集者', '編集者の一覧'],
    ['编辑', '编辑一览'],
  ]),
  presets: admin('presets', 'Kinds of text and who reads them', [
    ['vorlagen', 'Textarten und wer sie liest'],
    ['tipos', 'Tipos de texto y quién los lee'],
    ['modèles', 'Genres de texte et leurs relecteurs'],
    ['種類', '文章の種類と担当'],
    ['预设', '文字类型与负责的编辑'],
  ]),
  style: admin('style', 'The house style', [
    ['stil', 'Der Hausstil'],
    ['estilo', 'El estilo de la casa'],
    ['style', 'Le style maison'],
    ['文体', '表記の決まり'],
    ['风格', '行文规范'],
  ]),
  stats: admin('stats', 'What reviews came to', [
    ['zahlen', 'Was dabei herauskam'],
    ['cifras', 'Qué resultó de las revisiones'],
    ['chiffres', 'Ce que les relectures ont donné'],
    ['統計', '見直しの結果'],
    ['统计', '审阅的结果'],
  ]),
  status: admin('status', 'How things stand, and what is missing', [
    ['zustand', 'Wie es steht und was fehlt'],
    ['estado', 'Cómo está todo y qué falta'],
    ['état', 'Où en est-on, et ce qui manque'],
    ['状態', '状態と足りないもの'],
    ['状态', '目前状态与缺少的权限'],
  ]),
  vote: admin('vote', 'A blind vote on your last refined draft', [
    ['abstimmung', 'Blind über den letzten Entwurf abstimmen'],
    ['votación', 'Votación a ciegas sobre el último borrador'],
    ['vote', 'Un vote à l’aveugle sur la dernière version'],
    ['投票', '最新の改稿を伏せて比べる投票'],
    ['投票', '对最新修改稿盲投'],
  ]),
  forget: admin('forget', 'Delete the words kept here', [
    ['vergessen', 'Gespeicherte Texte löschen'],
    ['olvidar', 'Borrar los textos guardados'],
    ['oublier', 'Effacer les textes gardés'],
    ['消去', '保存された文章を消す'],
    ['清除', '删除保存的文字'],
  ]),
  help: admin('help', 'What I do and how to ask', [
    ['hilfe', 'Was ich tue und wie man fragt'],
    ['ayuda', 'Qué hago y cómo pedirlo'],
    ['aide', 'Ce que je fais et comment demander'],
    ['使い方', 'できることと頼み方'],
    ['帮助', '我能做什么、怎么用'],
  ]),
} as const satisfies Record<string, Named>;

type Pair = readonly [name: string, description: string];

function admin(
  name: string,
  description: string,
  others: readonly [Pair, Pair, Pair, Pair, Pair],
): Named {
  const [de, es, fr, ja, zh] = others;
  return {
    name: words(name, de[0], es[0], fr[0], ja[0], zh[0]),
    description: words(description, de[1], es[1], fr[1], ja[1], zh[1]),
  };
}
