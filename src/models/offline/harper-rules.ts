import type { Kind } from '../../loop/comment.ts';

export interface HarperRemark {
  readonly kind: Kind;
  readonly problem: (quote: string) => string;
  readonly why: string;
}

function remark(kind: Kind, problem: (quote: string) => string, why: string): HarperRemark {
  return { kind, problem, why };
}

/** What each of Harper's categories means to a reader; categories that are taste or layout are left out. */
export const HARPER_REMARKS: Readonly<Record<string, HarperRemark>> = {
  Agreement: remark(
    'fluency',
    (quote) => `The forms in “${quote}” may not agree.`,
    'Readers stumble where the forms do not fit.',
  ),
  BoundaryError: remark(
    'fluency',
    (quote) => `“${quote}” may be joined or split wrongly.`,
    'One word or two can change what is read.',
  ),
  Capitalization: remark(
    'rule',
    (quote) => `“${quote}” may need a capital.`,
    'A name without its capital looks like a slip.',
  ),
  Eggcorn: remark(
    'fluency',
    (quote) => `“${quote}” sounds like another phrase.`,
    'Readers who know the phrase will notice.',
  ),
  Grammar: remark(
    'fluency',
    (quote) => `The grammar of “${quote}” may be off.`,
    'Readers go back to parse it.',
  ),
  Malapropism: remark(
    'fluency',
    (quote) => `“${quote}” may be another word than you mean.`,
    'The two look or sound alike and mean different things.',
  ),
  Miscellaneous: remark(
    'fluency',
    (quote) => `“${quote}” may not be what you mean.`,
    'It reads like a slip.',
  ),
  Nonstandard: remark(
    'fluency',
    (quote) => `“${quote}” is not usual in written English.`,
    'Some readers will take it for a slip.',
  ),
  Punctuation: remark(
    'rule',
    (quote) => `The punctuation at “${quote}” may be off.`,
    'Readers pause in the wrong place.',
  ),
  Redundancy: remark(
    'style',
    (quote) => `“${quote}” says the same thing twice.`,
    'Shorter says as much.',
  ),
  Repetition: remark(
    'fluency',
    (quote) => `“${quote}” may stand here once too often.`,
    'Readers go back and check what is missing.',
  ),
  Typo: remark(
    'fluency',
    (quote) => `“${quote}” may be a typing slip.`,
    'Another word seems to be meant.',
  ),
  Usage: remark(
    'fluency',
    (quote) => `“${quote}” is used in an unusual way.`,
    'Readers expect another form here.',
  ),
  WordChoice: remark(
    'fluency',
    (quote) => `“${quote}” may not be the word you want.`,
    'A near neighbour fits better here.',
  ),
  WordOrder: remark(
    'fluency',
    (quote) => `The order of “${quote}” is unusual.`,
    'Readers expect it the other way round.',
  ),
};

/**
 * Switched off: our own rules do it better, it is a matter of taste, or on the half of the sentences used for
 * choosing fewer than 60 % of its findings stood where people had changed something (`docs/offline-editor.md`).
 */
export const NOISY_HARPER_RULES: ReadonlySet<string> = new Set(
  `
  AWhile AllThough AllowTo AnA AsFollows AsSoonAsPossible AvoidAndAlso AvoidCurses CallThem Cant
  CapitalizePersonalPronouns ClicheAccent Codebase CommaFixes CompoundNouns CondenseAllThe
  CriteriaPhenomena Dashes DidPast DiscourseMarkers DisjointPrefixes DotInitialisms
  DoubleCheckHyphen DoubleModal EllipsisLength Excellent ExpandAlgorithm ExpandArgument
  ExpandConfiguration ExpandDependencies ExpandDereference ExpandDirectory ExpandMemoryShorthands
  ExpandMinimum ExpandNotification ExpandParameter ExpandPerformance ExpandPointer
  ExpandPreference ExpandPrevious ExpandStandardInputAndOutput ExpandTimeShorthands
  ExpandVulnerability FaceFirst FillerWords FindOut HaveTakeALook HowTo InflectedVerbAfterTo
  LeftRightHand LetToDo LetsConfusion LitotesDirectPositive LongSentences LookingForwardTo
  MassNouns MergeWords MissingDeterminer MissingPreposition MissingTo ModalBeAdjective NeedToNoun
  NoFrenchSpaces NotIn NumericRangeEnDash OhMyGod OkToOkay OpenCompounds OrthographicConsistency
  OutOfDate Overnight OxfordComma PhrasalVerbAsCompoundNoun PronounVerbAgreement RedundantThat
  RepeatedWords RoadMap SentenceCapitalization SimplePastToPastParticiple SingleBe Spaces
  SpellCheck SplitWords SubjunctiveWasToWere ThatThan TheHowWhy TheProperNounPossessive There
  ThereIsAgreement ThereToTheir ThisTypeOfThing ToDoHyphen ToTwoToo TransposedSpace UnclosedQuotes
  UpdatePlaceNames UseEllipsisCharacter UseTitleCase WantBe WillNonLemma Without WrongApostrophe
  WrongNegative
  `
    .trim()
    .split(/\s+/),
);
