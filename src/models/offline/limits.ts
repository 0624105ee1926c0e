/** What no rule here sees in English; for the place where a reader is told how far the offline editor goes. */
export const OFFLINE_BLIND_SPOTS =
  'Without a model I do not see words that do not agree, missing words or articles, or a real word in the wrong place (“form” for “from”).';

export const GRAMMAR_MISSED =
  'The grammar checker did not answer, so I checked spelling, small slips, figures, links and Markdown, not grammar.';

export const COPY_EDITOR_MISSED =
  'The copy editor did not get through this text, so spelling, figures, links and Markdown were not checked by rules.';

const CHECKED =
  'I checked figures, dates, links, Markdown, placeholders and repetitions, not spelling or grammar.';

/** What could not be checked in a draft that is not English; null when the language does not matter. */
export function languageLimit(language: string): string | null {
  if (language === 'en') return null;
  const name = language === 'und' ? undefined : languageName(language);
  return name === undefined
    ? `I cannot tell which language this draft is in. ${CHECKED}`
    : `This draft is in ${name}. ${CHECKED}`;
}

function languageName(language: string): string | undefined {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language);
    return name === language ? undefined : name;
  } catch {
    return undefined;
  }
}
