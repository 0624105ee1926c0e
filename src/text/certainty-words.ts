export type CertaintyKind = 'hedge' | 'negation' | 'quantifier';

/** Lists per kind: one line per value, `value: phrase | phrase`. */
export type CertaintyLists = Readonly<Record<CertaintyKind, string>>;

/*
 * Words that say how sure, or how far, a statement goes. The value is what spellings and synonyms
 * share: `may` and `might`, `no more than` and `at most`. A phrase is a pattern in which a space is
 * any white space, `'` also ’, and `#` the start of a number; bars inside brackets stay in a phrase.
 */
const ENGLISH: CertaintyLists = {
  hedge: `
    may: may(?! \\d)|might
    could: could
    should: should(?! be noted)|ought to
    must: must(?! (?:say|be said))|shall|have to|has to|had to
    probably: probably|likely|in all likelihood
    unlikely: unlikely
    perhaps: perhaps|maybe|possibly|potentially|conceivably
    possible: (?:it is|it's) possible|if possible|where possible
    seem: seems?|seemed|seemingly|appears? to|appeared to|apparently|presumably|supposedly|allegedly|reportedly
    believe: (?:we|I|they|you|who) (?:still |also |strongly )?(?:believe|think|feel|guess|suppose)
    expect: expect|expects|expected|anticipate|anticipates|anticipated
    suspect: (?:we|I|they) (?:suspect|assume|hope)
    plan: plan to|plans to|planned to|planning to|intend to|intends to|aim to|aims to|hope to|hopes to
    estimate: estimated?|estimates
    tend: tends? to|tended to
    know: as far as (?:we|I) know|to (?:our|my|the best of our) knowledge|afaik
    unsure: not sure|unsure|unclear|uncertain|tentative|tentatively|provisional|preliminary
    approximately: approximately|approx|roughly|circa|more or less|or so|(?:about|around|some|ca)(?= (?:#|half|a dozen|an hour|a third|a quarter))|~(?=#)
    almost: (?:almost|nearly|close to|just under)(?= (?:#|half|all|every|none|no|a dozen))
    at least: at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of
    at most: at most|no more than|not more than|a maximum of|up to(?= (?:#|half|a dozen))
    more than: more than|(?:over|above|exceeding|upwards of)(?= #)
    less than: less than|fewer than|(?:under|below)(?= #)
    within: within(?= (?:#|an?|the))
    exactly: exactly|precisely
    in part: partly|partially|to some extent|in part
    as soon as: as soon as possible|asap`,
  negation: `
    not: cannot|could not|couldn't|(?<!or )not(?! (?:only|hesitate))|unless|unable to|not able to|fail to|fails to|failed to|no(?! (?:less|fewer|more) than| longer| later than|\\.\\s?\\d)|none of
    no longer: no longer|not any more|not anymore|anymore
    never: never|at no time
    without: without|w/o
    neither: neither
    nor: nor
    hardly: hardly|barely|scarcely
    nobody: nobody|no one|no-one
    nothing: nothing
    nowhere: nowhere
    refuse: refuse to|refuses to|refused to`,
  quantifier: `
    all: every one of|(?<!(?<!\\p{L})(?:above|first of) )all(?! (?:right|in all|along))|everyone|everybody|everything|everywhere
    entire: entire|whole
    some: some(?! #)|someone|somebody|something|somewhere|certain(?= [a-z]+s(?!\\p{L}))
    most: (?<!(?<!\\p{L})(?:the|its|our|their|his|her|your|my|and|at) )most(?! of the time)|the majority of|a majority of|the vast majority of|the most of
    mostly: mostly|mainly|largely|primarily|for the most part
    a few: a few|a couple of|a handful of
    few: (?<!(?<!\\p{L})(?:a|every|next|last|past|first|the) )few(?!er)
    many: many(?! thanks)|a lot of|lots of|numerous|a number of|plenty of|alot of
    much: (?<!(?<!\\p{L})(?:very|too|so|as) )much(?= of)
    every: every(?!one|body|thing|where)|each(?! other)
    none: none(?! of)
    any: any(?! (?:questions|inconvenience|trouble|further questions))|anyone|anybody|anything|anywhere
    only: only|solely|exclusively|nothing but
    except: except|apart from|other than|excluding|with the exception of
    several: several|various|multiple
    both: both
    either: either
    always: always|at all times|every time|all the time
    sometimes: sometimes|occasionally|at times|from time to time|now and then
    usually: usually|generally|typically|normally|as a rule|in general|most of the time|commonly
    often: often|frequently|regularly
    rarely: rarely|seldom
    ever: ever(?= (?!since))`,
};

const GERMAN: CertaintyLists = {
  hedge: `
    may: dürfte|dürften|mag|mögen
    could: könnte|könnten|könntest
    should: sollte|sollten|sollst|soll|sollen
    must: muss|müssen|musst|müsst|musste|mussten|müsste|müssten
    probably: wahrscheinlich|vermutlich|voraussichtlich|wohl
    perhaps: es ist möglich|es kann sein|vielleicht|eventuell|evtl|möglicherweise|womöglich|gegebenenfalls|ggf
    seem: scheint|scheinen|schien|anscheinend|scheinbar|offenbar|angeblich
    believe: (?:wir|ich) (?:glauben|glaube|denken|denke|meinen|meine)
    expect: erwarten|erwartet|rechnen mit
    approximately: ungefähr|etwa|circa|ca|rund(?= #)
    almost: fast|beinahe|knapp(?= #)
    at least: mindestens|wenigstens|zumindest
    at most: höchstens|maximal|bis zu(?= #)
    more than: mehr als|über(?= #)
    less than: weniger als|unter(?= #)
    exactly: genau|exakt`,
  negation: `
    not: nicht
    no: kein|keine|keinen|keinem|keiner|keines|nein
    never: nie|niemals
    without: ohne
    neither: weder
    nothing: nichts
    nobody: niemand|niemanden|niemandem
    nowhere: nirgends|nirgendwo
    hardly: kaum`,
  quantifier: `
    all: alle|allen|aller|alles|sämtliche|sämtlichen|jeder|jede|jedes|jeden|jedem
    some: einige|einigen|einiger|manche|manchen|etliche
    most: die meisten|den meisten|der meisten|die mehrheit
    few: wenige|wenigen|ein paar
    many: viele|vielen|vieler|zahlreiche|zahlreichen
    several: mehrere|mehreren|verschiedene
    only: nur|lediglich|ausschließlich|bloß
    both: beide|beiden
    always: immer|stets|jederzeit
    sometimes: manchmal|gelegentlich|zuweilen|teilweise
    usually: normalerweise|üblicherweise|meistens|meist|in der regel
    often: oft|häufig
    rarely: selten`,
};

const FRENCH: CertaintyLists = {
  hedge: `
    may: peut|peuvent|pourrait|pourraient
    should: devrait|devraient|devriez
    must: doit|doivent|devez|il faut
    probably: probablement|sans doute|vraisemblablement
    perhaps: peut-être|éventuellement|possiblement
    seem: semble|semblent|semblait|apparemment
    believe: (?:nous|je) (?:pensons|pense|croyons|crois)
    approximately: environ|approximativement|à peu près|autour de(?= #)
    almost: presque|près de(?= #)
    at least: au moins|au minimum
    at most: au plus|au maximum|jusqu'à(?= #)
    more than: plus de(?= #)
    less than: moins de(?= #)`,
  negation: `
    not: pas
    no longer: (?<=(?:ne |n')[a-zéèêà]{1,20} )plus
    no: aucun|aucune|non
    never: jamais
    without: sans(?! doute)
    neither: ni
    nothing: rien
    nobody: personne ne`,
  quantifier: `
    all: tout|tous|toute|toutes|chaque
    some: certains|certaines|quelques-uns|quelques-unes
    most: la plupart|la majorité
    few: peu de|quelques
    many: beaucoup|nombreux|nombreuses|de nombreux|de nombreuses
    several: plusieurs|divers|diverses
    only: seulement|uniquement|seul|seule|seuls|seules|(?<=(?:ne |n')[a-zéèêàç]{1,20} )que
    both: les deux
    always: toujours
    sometimes: parfois|quelquefois
    usually: généralement|habituellement|normalement|d'habitude
    often: souvent
    rarely: rarement`,
};

const SPANISH: CertaintyLists = {
  hedge: `
    may: puede|pueden|podría|podrían
    should: debería|deberían
    must: debe|deben|hay que|tiene que|tienen que
    probably: probablemente
    perhaps: quizás|quizá|tal vez|posiblemente|acaso
    seem: parece|parecen|aparentemente
    believe: (?:creemos|creo|pensamos|pienso) que
    approximately: aproximadamente|alrededor de|cerca de(?= #)|unos(?= #)|unas(?= #)
    almost: casi
    at least: al menos|por lo menos|como mínimo
    at most: como máximo|a lo sumo|hasta(?= #)
    more than: más de(?= #)
    less than: menos de(?= #)`,
  negation: `
    not: no
    no: ningún|ninguno|ninguna
    never: nunca|jamás
    without: sin
    neither: tampoco|ni
    nothing: nada
    nobody: nadie`,
  quantifier: `
    all: todo|todos|toda|todas|cada
    some: algunos|algunas|algún|alguna|alguno
    most: la mayoría
    few: pocos|pocas|unos pocos|unas pocas
    many: muchos|muchas|numerosos|numerosas
    several: varios|varias|diversos|diversas
    only: solo|sólo|solamente|únicamente
    both: ambos|ambas|los dos|las dos
    always: siempre
    sometimes: a veces|algunas veces
    usually: generalmente|normalmente|por lo general|usualmente
    often: a menudo|con frecuencia|frecuentemente
    rarely: raramente|rara vez`,
};

const OTHER_SCRIPTS: CertaintyLists = {
  hedge: `
    may: かもしれ|可能(?=[会會在是不已])|也许|也許|或许|或許|可能性|@ربما|@قد|@אולי|@ייתכן|@עשוי|@עשויה|@עשויים
    probably: たぶん|おそらく|多分|でしょう|だろう|大概|@على الأرجح|@כנראה
    should: べき|应该|應該|应当|@ينبغي|@צריך|@צריכים
    must: なければなら|必须|必須|必要があ|@يجب|@חייב|@חייבים
    seem: ようで|らしい|みたい|似乎|好像|@يبدو|@נראה
    approximately: およそ|約(?=[\\p{Nd}一二三四五六七八九十百千])|ほど|大约|大約|约(?=[\\p{Nd}一二三四五六七八九十百千])|左右|@تقريبا|@حوالي|@בערך|@כ-
    at least: 少なくとも|至少|@على الأقل|@לפחות
    at most: 最大|多くとも|最多|至多|@على الأكثر|@לכל היותר`,
  negation: `
    not: ません|ませんでした|なかった|ない|なく(?!な)|ぬ(?=[。、])|ずに|不(?![过過但仅僅管同断斷错錯])|没|沒|未(?=[能曾经經必])|無し|无法|無法|非(?=[必])|@لا|@لم|@لن|@ليس|@ليست|@ليسوا|@غير|@לא|@אין|@אינו|@אינה|@אינם|@אינן|@איננו|@אל
    without: なしで|抜きで|无需|無需|@بدون|@دون|@בלי|@ללא
    never: 決して|绝不|絕不|从不|從不|@أبدا|@לעולם
    prohibit: 禁止|请勿|請勿|别(?=[再的在做去说])`,
  quantifier: `
    all: 全て|すべて|全部|皆|所有|每|毎|全员|全員|@كل|@جميع|@כל|@כולם
    some: 一部|いくつか|一些|部分|某些|@بعض|@חלק|@כמה
    most: ほとんど|大部分|大多数|大多數|@معظم|@רוב
    many: 多く|たくさん|许多|許多|很多|不少|@كثير|@العديد|@הרבה|@רבים
    only: だけ|のみ|しか|只(?!要|是)|仅|僅|@فقط|@רק
    always: いつも|常に|总是|總是|始终|始終|@دائما|@תמיד
    sometimes: 時々|たまに|有时|有時|@أحيانا|@לפעמים
    usually: 通常|たいてい|一般|普段|@عادة|@בדרך כלל|@לרוב`,
};

/** By ISO 639-1 code; English stands in where no list exists. */
export const CERTAINTY_WORDS: Readonly<Record<string, CertaintyLists>> & {
  readonly en: CertaintyLists;
} = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** Words of scripts that occur in no language above; `@` marks a word of a script with spaces. */
export const OTHER_SCRIPT_WORDS: CertaintyLists = OTHER_SCRIPTS;
