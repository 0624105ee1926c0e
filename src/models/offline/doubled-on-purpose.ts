/** Words people double on purpose, or that a language doubles by its grammar. */
export const DOUBLED_ON_PURPOSE: ReadonlySet<string> = new Set(
  `that had very really many much long never ever again well there more blah bye tsk far wait please hear yes pretty
  deep high super little better rock half fifty side face step back home same long chop knock night hush good click
  tick walla duran york bora haha hihi choo mahi ylang nous vous elle elles lui sie das die der dass wieder immer ganz
  sehr molto piano poco così muy casi`.split(/\s+/),
);
