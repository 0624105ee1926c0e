/*
 * Words whose exchange turns a statement round while no number, name or "not" changes: "faster" and
 * "slower", "enabled" and "disabled", "before" and "after". Pairs that only look from the other side
 * (send and receive) are left out: "We got it from Ana" may become "Ana sent it to us".
 */
const PAIRS: Readonly<Record<string, string>> = {
  en: `
    before after; next last; next this; more less; more fewer; most least; faster slower; higher lower; better worse; bigger smaller; larger smaller; longer shorter; earlier later; easier harder; cheaper dearer; newer older; stronger weaker; greater smaller; upper lower
    increase decrease; increases decreases; increased decreased; increasing decreasing; rise fall; rises falls; rose fell; rising falling; grow shrink; grows shrinks; grew shrank; growth decline; gain loss; gains losses; improve worsen; improves worsens; improved worsened; up down; upgrade downgrade; upgraded downgraded; raise lower; raised lowered
    enable disable; enables disables; enabled disabled; enabling disabling; on off; allow forbid; allow block; allows blocks; allowed blocked; allowed forbidden; allow deny; allowed denied; accept reject; accepts rejects; accepted rejected; approve reject; approved rejected; grant deny; granted denied; grant revoke; granted revoked
    start stop; starts stops; started stopped; starting stopping; open close; opens closes; opened closed; open closed; begin end; begins ends; began ended; add remove; adds removes; added removed; adding removing; include exclude; includes excludes; included excluded; including excluding; lock unlock; locked unlocked; connect disconnect; connected disconnected; attach detach; install uninstall; show hide; shows hides; shown hidden; keep delete; kept deleted; keep drop; kept dropped; create delete; created deleted; encrypt decrypt; push pull
    success failure; successes failures; succeed fail; succeeds fails; succeeded failed; successful failed; pass fail; passes fails; passed failed; succeed break; works breaks; worked broke; working broken; fixed broken; healthy unhealthy; safe dangerous; secure insecure; valid invalid; complete incomplete; correct wrong; right wrong; true false; yes no; online offline; available down; public private; internal external; required optional; mandatory optional; minimum maximum; min max; first last; above below; inside outside; early late; always never; win lose; won lost; profit loss; positive negative; inbound outbound; incoming outgoing; upload download; new old; same different; good bad; full empty; strict lenient; permanent temporary; synchronous asynchronous; doubled tripled; doubled halved; double triple; doubles triples; doubling tripling; gained lost; gain lose; found lost; with without; for against; agree disagree; agreed disagreed; recommend discourage; recommended discouraged; supported deprecated`,
  de: `
    vor nach; wird wurde; werden wurden; vorher nachher; bevor nachdem; mehr weniger; meiste wenigste; schneller langsamer; höher niedriger; besser schlechter; größer kleiner; länger kürzer; früher später; leichter schwerer; steigt sinkt; stieg sank; gestiegen gesunken; steigen sinken; erhöht gesenkt; aktiviert deaktiviert; aktivieren deaktivieren; erlaubt verboten; ein aus; einschalten ausschalten; eingeschaltet ausgeschaltet; öffnen schließen; offen geschlossen; geöffnet geschlossen; anmelden abmelden; hinzugefügt entfernt; hinzufügen entfernen; erfolgreich fehlgeschlagen; sicher unsicher; gültig ungültig; richtig falsch; mit ohne; immer nie; intern extern; öffentlich privat; erste letzte; ersten letzten; starten stoppen; gestartet gestoppt; angenommen abgelehnt; oben unten; für gegen; neu alt; neue alte; neuen alten`,
  fr: `
    avant après; plus moins; meilleur pire; supérieur inférieur; augmente diminue; augmenté diminué; activé désactivé; activée désactivée; activer désactiver; autorisé interdit; autorisée interdite; ouvrir fermer; ouvert fermé; ouverte fermée; ajouté supprimé; ajouter supprimer; réussi échoué; avec sans; toujours jamais; premier dernier; première dernière; public privé; interne externe; vrai faux; valide invalide; rapide lent; accepté refusé; acceptée refusée; démarrer arrêter; démarré arrêté; pour contre; plus tôt plus tard`,
  es: `
    antes después; más menos; mejor peor; mayor menor; aumenta disminuye; aumentó disminuyó; activado desactivado; activada desactivada; activar desactivar; permitido prohibido; abrir cerrar; abierto cerrado; abierta cerrada; añadido eliminado; añadir eliminar; con sin; siempre nunca; primero último; primera última; público privado; interno externo; verdadero falso; válido inválido; rápido lento; aceptado rechazado; aceptada rechazada; iniciar detener; a favor en contra`,
};

const TABLES = new Map(
  Object.entries(PAIRS).map(([language, list]) => [language, readPairs(list)] as const),
);

function readPairs(list: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  for (const pair of list.split(/[;\n]/)) {
    const words = pair.trim().split(' ');
    const [one, other] = words;
    if (words.length !== 2 || one === undefined || other === undefined) continue;
    table.set(one, [...(table.get(one) ?? []), other]);
    table.set(other, [...(table.get(other) ?? []), one]);
  }
  return table;
}

const NEGATIVE = /^(?:un|in|im|ir|il|dis|mis|non-?|de)(?=\p{L}{4})/u;

/** True when one word says the reverse of the other: a known pair, or one is the other with `un-` and the like. */
export function areOpposite(one: string, other: string, language: string): boolean {
  if (TABLES.get(language)?.get(one)?.includes(other) === true) return true;
  return isNegated(one, other) || isNegated(other, one);
}

/** `unsafe` negates `safe`. */
function isNegated(negative: string, positive: string): boolean {
  return negative.length > positive.length && negative.replace(NEGATIVE, '') === positive;
}
