// How people state rules, by language: what marks a sentence as one, and what looks alike but only describes.

export interface RuleWords {
  readonly language: string;
  /** A sentence without any of these holds none of the marks: a cheap first look. */
  readonly stems: RegExp;
  readonly marks: readonly RegExp[];
  /** A sentence matching one of these states no rule, whatever else it holds. */
  readonly ordinary: readonly RegExp[];
}

export const RULE_WORDS: readonly RuleWords[] = [
  {
    language: "en",
    stems:
      /never|always|only|don['’]?t|do n|must|shall|(?:may|can|should|will|to) (?:not|never)|allowed|forbidden|off[- ]limits|prohibited|mandatory|required|ha(?:s|ve) to|\bno\b|\b(?:every|each|all|treat|ever)\b|until|unless|want|before|first|prior|without|circumstances|matter what|all times|no case|no means|from now|forward|exception|any cost|sure|careful|avoid|refrain|stick to|keep|leave|stop/i,
    marks: [
      // Orders: "never push", "please always ask", "and do not touch".
      /(?:^|[,;:.(—–-]\s*|\b(?:and|but|so|then|please|also|again|remember|reminder|rule|important|note|you(?:'ll)?|should|must|may|can|could|will|shall|to|would you)[:,]?\s+)(?:always|never|only ever)\s+(?!been\b|was\b|were\b|had\b|got\b|saw\b|seen\b|did\b|went\b|came\b|knew\b|found\b|heard\b|mind\b|know\b|\w+ed\b(?!\s+to\b))\p{L}/iu,
      /(?:^|[,;:.(—–-]\s*|\b(?:and|but|so|then|please|also|you)\s+)(?:do not|don['’]t|dont|do n[o0]t ever|don['’]t ever)\s+(?!worry\b|know\b|mind\b|think\b|understand\b|remember\b|have\b|see\b|want\b|like\b|need\b)\p{L}/iu,
      /(?:^|[,;:.(—–-]\s*|\b(?:and|but|so|then|please|also)\s+)(?:only\s+(?:use|touch|edit|change|modify|write|read|run|work|look|answer|reply|respond|commit|push|deploy|delete|send|post|install|call|test|show|give|list|include|consider|ever)\b)/iu,
      /\b(?:use|touch|edit|change|modify|write|read|run|work|answer|reply|respond|commit|push|deploy|delete|send|post|install|speak|stay)\s+(?:\p{L}+\s+){0,3}only\b/iu,
      /\b(?:you|agents?|nobody|no one|it|they|we|everything|everyone|anything|nothing)\s+(?:may|can|should|must|is to|are to|will|shall|need(?:s)? to)\s+(?:only|never|always|not)\b/iu,
      /\b(?:must(?:n['’]t)?|shall)\s+(?!have\b|be (?:joking|kidding|tired|nice|fun|wrong|mistaken|crazy|missing)\b|admit\b|say\b|confess\b)\p{L}/iu,
      /\b(?:are|is) (?:not allowed|forbidden|off[- ]limits|prohibited|mandatory|required)\b/iu,
      /\b(?:ask|check with|confirm with|consult|tell|warn|consult with)\s+me\s+(?:first|before|prior)\b/iu,
      /\b(?:confirm|ask|check|verify|wait for (?:my|an?) (?:ok|okay|approval|go|confirmation|permission|yes))\b[^.!?]{0,60}\b(?<!from )before\b/iu,
      /\bbefore\s+(?:you\s+)?(?:do|doing|delet\w+|remov\w+|commit\w*|push\w*|send\w*|act\w*|deploy\w*|chang\w+|mak\w+|run\w*|edit\w*|touch\w*|merg\w+|publish\w*|buy\w*|spend\w*|post\w*)\b[^.!?]{0,80}\b(?:ask|confirm|check|show|tell|wait)\b/iu,
      /\bwithout\s+(?:asking|checking with|my \p{L}+|(?:explicit|prior|written) (?:permission|approval|confirmation|consent)|confirming|telling me|being asked)\b/iu,
      /\b(?:under no circumstances|no matter what|at all times|in no case|by no means|from now on|going forward|without exception|at any cost)\b/iu,
      /\b(?:make sure|be sure|ensure|be careful)\s+(?:that\s+)?(?:(?:you|to|not|nothing|no|every|all|it|the)\b)/iu,
      /(?:^|[,;:.]\s*|\b(?:please|and)\s+)(?:avoid|refrain from|stick to|keep (?:it|everything|all|the)|leave (?:the |my |all )?[\p{L}\p{N}_./-]+(?: \p{L}+)? (?:alone|untouched|as (?:is|it is)))\b/iu,
      /(?:^|[,;:.]\s*|\b(?:and|but|please)\s+)no\s+(?:new\b|more\b|(?:\p{L}+[\s,-]+){1,6}(?:ever|please|at all|unless|until|anywhere|without)\b)/iu,
      /\b(?!(?:i|we)\b)\p{L}+\s+(?:has|have) to (?:be|stay|pass|use|remain|keep|follow|go|ask|confirm|work|run)\b/iu,
      /\b(?:don['’]t|do not) want (?:you|anyone|anybody|any|it|the agent)\b/iu,
      /,\s*(?:always|ever|every time|without fail|no exceptions?)\s*[.!]*$/iu,
      /\b(?:every|each|all)\s+\p{L}+\s+(?:needs?|requires?|should|shall|ha(?:s|ve) to)\b/iu,
      /^before (?:every|each|any)\b/iu,
      /(?:^|\bplease\s+)keep (?:[\p{L}-]+ ){1,3}(?:under|below|within|short|brief|simple|private|secret|formal|in|to)\b/iu,
      /(?:^|\b(?:please|and)\s+)treat \p{L}[^.!?]{0,60} as\b/iu,
      /\bstop\s+(?:using|doing|adding|writing|touching|asking|changing|committing)\b/iu,
    ],
    ordinary: [
      /\b(?:do|does|did|why|how|when|where|what|who|should|is|are|was|has|have)\b[^.!]*\?\s*$/iu,
      /\b(?:you|it|that|this|there|he|she|they) must (?:have|be (?:a|the|some|kidding|joking|tired|\p{L}+ing))\b/iu,
      /\b(?:docs?|documentation|manual|readme|article|message|log|page|site|he|she|they|boss|people) (?:\p{L}+ )?(?:says?|said|states?|claims?|reads?|told)\b/iu,
      /\b(?:i|we|they|he|she|it|users|people) (?:use|have|run|need|read|write|work|see|get)s? (?:\p{L}+ ){0,2}only\b/iu,
      /\b(?:i|we|he|she) (?:have|has) to\b/iu,
      /\b(?:i|we) (?:always|never|only) (?!want\b|accept\b|allow\b|use\b|deploy\b|commit\b|push\b|merge\b|write\b)/iu,
      /\b(?:i|it|he|she|they|this|that|which|who|test|build|server|page|script|app|code|function|error|query) (?:\p{L}+ )?(?:don['’]t|do not|doesn['’]t|does not|didn['’]t)\b(?! want (?:you|any|it|the agent))/iu,
    ],
  },
  {
    language: "de",
    stems:
      /immer|stets|nie|ausschlie|fall|umständen|ab jetzt|ab sofort|nun an|künftig|zukunft|ausnahm|darf|dürf|soll|muss|müss|nur|lediglich|nicht|kein|bevor|vorher|erst|vor |ohne|vermeid|achte|stell|halte|finger|verboten|tabu|pflicht|untersagt|erlaubt/i,
    marks: [
      /(?:^|[,;:.(—–-]\s*|\b(?:und|aber|bitte|also|dass du|du|auch|mich|mir|es|dabei|hier|das|dort|davon|dann|dateien|code|tests|antworte|nutze|benutze|verwende|schreibe?|arbeite|frage?|committe|lösche?|ändere|nimm|mach|mache|lass|teste|pushe?)\s+)(?:immer|stets|nie|niemals|nimmer|ausschließlich|ausschliesslich)\b/iu,
      /\b(?:niemals|auf keinen fall|unter keinen umständen|keinesfalls|ab jetzt|ab sofort|von nun an|in zukunft|künftig|ausnahmslos|auf gar keinen fall)\b/iu,
      /\b(?:du|ihr|sie|man|agent|es|alle\w*|jede\w*|tests|niemand|nichts)\s+(?:\p{L}+\s+){0,4}(?:darf|darfst|dürfen|dürft|soll|sollst|sollen|sollt|muss|musst|müssen|müsst)\b/iu,
      /\b(?:darf|darfst|dürfen|dürft|soll|sollst|sollen|muss|musst|müssen|müsst)\s+(?:\p{L}+\s+){0,6}(?:nicht|nie|niemals|nur|immer|kein\w*|werden|sein|bleiben|bestehen|laufen)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:und|aber|bitte)\s+)(?:nur|ausschließlich|lediglich)\s+\p{L}/iu,
      /\b(?:nutze?|benutze?|verwende?|ändere|bearbeite|schreibe?|lies|antworte|arbeite|lösche?|committe|pushe?|installiere|fasse?|rühre?|nimm|mache?|schicke?|sende|starte|gib|füge|baue?|ersetze)\b[^.!?]{0,60}\b(?:nur|nichts?|nie|keine?\w?|immer|ausschließlich)\b/iu,
      /\b(?:frage?|frag|bestätige?|kläre?|zeige?|warte|sag)\b[^.!?]{0,50}\b(?:bevor|vorher|zuerst|erst|vor (?:dem|der|jedem|jeder|allen))\b/iu,
      /\bbevor\s+du\b[^.!?]{0,80}\b(?:frage?|frag|bestätig\w*|zeig\w*|warte|sag|kläre?)\b/iu,
      /\bvor\s+(?:dem|der|jedem|jeder|allen)\s+\p{L}+[^.!?]{0,60}\b(?:frage?|frag|bestätig\w*|zeig\w*|rückfrage|warte)\b/iu,
      /\bohne\s+(?:meine?\w*|(?:vorherige |ausdrückliche )?(?:rückfrage|zustimmung|erlaubnis|freigabe|bestätigung|genehmigung)|zu fragen|mich zu fragen)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:bitte|und)\s+)(?:vermeide?|achte darauf|stell sicher|stelle sicher|halte dich an|lass die finger|bitte (?:nicht|kein\w*))\b/iu,
      /\b(?:ist|sind)\s+(?:verboten|tabu|pflicht|untersagt|nicht erlaubt)\b/iu,
      /\bfass(?:e|t)?\b[^.!?]{0,60}\bnicht an\b/iu,
      /(?:^|[,;:.]\s*|\b(?:und|aber|bitte)\s+)(?:bitte\s+)?(?:nichts?|kein\w*)\s+(?:\p{L}+\s+){0,3}\p{L}+en\b/iu,
      /\b(?:will|möchte) nicht,? dass\b/iu,
    ],
    ordinary: [
      /\?\s*$/u,
      /\b(?:ich|er|wir|es|das|der \p{L}+|die \p{L}+|sie) (?:\p{L}+ ){0,3}(?:immer|nie|nur) (?:noch|wieder|mehr|so|gut|schlecht|langsam\w*|bei|am|in|auf|wenn|dann|ein\w*|funktioniert|gesehen|gehabt)\b/iu,
      /\bimmer (?:noch|wieder|öfter|mehr|weniger|schlimmer)\b/iu,
      /\b(?:muss|müssen) (?:wohl|gestern|jetzt los|leider|zugeben|sagen)\b/iu,
      /^ich (?:muss|soll|darf)\b/iu,
      /\b(?:das|es|er|sie|da) muss (?:wohl |doch |ja )?(?:ein\w*|der|die|das|am|an)\b/iu,
      /\bnoch nie\b/iu,
    ],
  },
  {
    language: "fr",
    stems:
      /\bn(?:e\b|['’])|jamais|toujours|uniquement|seulement|exclusiv|doi[stv]|devez|peux|pouvez|faut|avant|sans|aucun|maintenant|désormais|dorénavant|arrive|moment|interdit|obligat|impérat|évite|assure|veille|limite|tiens/i,
    marks: [
      /\b(?:ne|n['’])\s?\p{L}[\p{L}'’-]*\s+(?:\p{L}+\s+){0,2}(?:jamais|plus jamais|que|rien|aucun\w*)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:et|mais|donc|merci de|s['’]il te plaît|stp|svp)\s+)(?:ne|n['’])\s?(?:pas\s+)?(?:jamais\s+)?\p{L}[\p{L}'’-]*(?:\s+(?:pas|plus|rien|jamais|aucun\w*|que))?/iu,
      /(?:^|[,;:.]\s*|\b(?:et|mais|donc)\s+)(?:toujours|jamais|uniquement|seulement|exclusivement)\s+\p{L}/iu,
      /(?:^|[,;:.]\s*|\b(?:et|mais|donc)\s+)(?:utilise[zr]?|réponds|répondez|écri[st]|écrivez|demande[zr]?|vérifie[zr]?|travaille[zr]?|modifie[zr]?|touche[zr]?|garde[zr]?|reste[zr]?|lance[zr]?|fais|faites|passe[zr]?|commence[zr]?|teste[zr]?|commit(?:e|ez|er)?)\b[^.!?]{0,60}\b(?:toujours|uniquement|seulement|exclusivement|jamais|que)\b/iu,
      /\b(?:tu|vous|on|il|elle|ils|elles|tests|chaque \p{L}+|\p{L}+)\s+(?:ne\s+)?(?:dois|devez|doit|doivent|peux|pouvez)\s+(?:\p{L}+\s+){0,3}(?:jamais|toujours|pas|uniquement|seulement|être|que|rester|passer|obligatoirement|impérativement|demander|confirmer|utiliser|vérifier)\b/iu,
      /\bil (?:faut|ne faut)\b/iu,
      /\bne veux pas que\b/iu,
      /\b(?:demande[zr]?|confirme[zr]?|vérifie[zr]?|prévien[st]|préviens|consulte[zr]?|attend[sez]*)\b[^.!?]{0,60}\bavant\b/iu,
      /\bavant\s+(?:de|d['’]|tout\w*|chaque)\b[^.!?]{0,80}\b(?:demande|confirme|vérifie|préviens|attends|montre)\w*/iu,
      /\bsans\s+(?:mon|ma|me|m['’]|l['’]|autorisation|accord|confirmation|validation|demander)\s*\p{L}*/iu,
      /\b(?:en aucun cas|sous aucun prétexte|à partir de maintenant|désormais|dorénavant|quoi qu['’]il arrive|à tout moment|interdit\w*|obligatoire\w*|impérativement|sans exception)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:et|mais)\s+)(?:évite[zr]?|assure-toi|assurez-vous|veille[zr]? à|limite-toi|limitez-vous|tiens-t['’]en)\b/iu,
    ],
    ordinary: [
      /\?\s*$/u,
      /\b(?:je|j['’]|nous|on|il|elle|ça|cela|c['’]) ?(?:ne |n['’])?(?:sais|crois|vois|comprends|pense|suis|ai|avais|est|était|marche\w*|fonctionne\w*|plante\w*|trouve|connais|savais|voulais|peux)\b[^.]*\b(?:pas|jamais|toujours|plus|rien|que)\b/iu,
      /\bn['’]?(?:est|était|a|ont|avait|marche|fonctionne|plante|répond)\b[^.]{0,30}\b(?:pas|plus|jamais|rien|que)\b/iu,
      /\bil n['’]y (?:a|avait|aura)\b/iu,
      /\b(?:a|ont|avons|avez|ai) (?:toujours|jamais)\b/iu,
      /\btoujours (?:pas|le même|la même|aussi|en train|là)\b/iu,
      /\bne t['’](?:inquiète|en fais) pas\b/iu,
      /\b(?:le|la|les|ce|cette|mon|ma) \p{L}+ (?:ne|n['’]) ?\p{L}+/iu,
      /\b(?:doit|doivent) (?:avoir|dater|venir|être (?:fatigué|content|quelque))/iu,
    ],
  },
  {
    language: "es",
    stems:
      /nunca|jamás|siempre|s[oó]lo|solamente|únicamente|exclusiv|\bno\b|deb|tiene|hay que|oblig|necesario|antes|sin |ningun|ningún|ahora|adelante|momento|pase|prohibid|evita|asegúrate|cuida|limítate|procura/i,
    marks: [
      /(?:^|[,;:.]\s*|\b(?:y|pero|por favor|que|también|recuerda|debes|puedes|se debe)\s*:?\s+)(?:nunca|jamás|siempre|solo|sólo|solamente|únicamente|exclusivamente)\s+(?!he\b|ha\b|había\b|fue\b|era\b|me\b|estaba\b|vi\b|quería\b|quiero\b|falla\b|funciona\b|tengo\b|tiene\b)\p{L}/iu,
      /\b(?:usa|utiliza|responde|contesta|escribe|trabaja|modifica|toca|edita|pregunta|pregúntame|haz|ejecuta|lee|deja|mantén|instala|habla|crea|cambia)\b[^.!?]{0,60}\b(?:siempre|solo|sólo|solamente|únicamente|nunca|exclusivamente)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:y|pero|por favor|que)\s+)no\s+(?:toques|uses|utilices|borres|elimines|hagas|cambies|modifiques|escribas|ejecutes|envíes|subas|instales|añadas|agregues|edites|publiques|despliegues|olvides|confirmes|reveles|compartas|mezcles|pongas|quites|abras|crees|toque|use|borre|haga|cambie|modifique|envíe|suba|ejecute|debes|puedes|se (?:debe|puede|permite))\b/iu,
      /\b(?:debes?|deben|deberás?|tienes? que|tienen que|hay que|es obligatorio|es necesario que)\s+(?!de ser\b|haber\b|estar cansad)\p{L}/iu,
      /\b(?:pregunta|pregúntame|preguntame|confirma|consulta|consúltame|avísame|avisa|verifica|espera|pide)\b[^.!?]{0,60}\bantes\b/iu,
      /\bantes de\b[^.!?]{0,80}\b(?:pregunta|pregúntame|confirma|consulta|consúltame|avísame|avisa|pide|espera|muéstrame)\b/iu,
      /\bsin\s+(?:mi|preguntar\w*|consultar\w*|avisar\w*|permiso|autorización|confirmación|aprobación|que yo)\b/iu,
      /\b(?:bajo ninguna circunstancia|bajo ningún concepto|en ningún caso|de ninguna manera|a partir de ahora|de ahora en adelante|en todo momento|pase lo que pase|prohibid[oa]s?|obligatori[oa]s?|sin excepción)\b/iu,
      /\bno quiero que\b/iu,
      /(?:^|[,;:.]\s*|\b(?:y|pero|por favor)\s+)no\s+(?!tienes|puedes|sabes|eres|estas|crees|ves|debes|haces|quieres|entiendes)\p{L}{3,}(?:es|as)\b/iu,
      /(?:^|[,;:.]\s*|\b(?:y|por favor)\s+)(?:evita|asegúrate|asegurate|cuida de|limítate|procura|no dejes)\b/iu,
    ],
    ordinary: [
      /\?\s*$/u,
      /\b(?:yo|él|ella|ellos|nosotros|esto|eso|el \p{L}+|la \p{L}+|siempre|nunca) (?:siempre|nunca|solo|sólo) ?(?:ha|he|hemos|falla|funciona|me|fue|era|tarda|tengo|tiene|vi|había)\b/iu,
      /\b(?:siempre|nunca|solo|sólo) (?:ha|he|hemos|falla|funciona|me|fue|era|tarda|tarde|tengo|tiene|vi|había|quería|quiero|pasa|ocurre)\b/iu,
      /\bno te preocupes\b/iu,
      /\bs[oó]lo (?:hay|había|queda|falta)\b/iu,
      /\b(?:siempre|nunca) (?:lo|la|los|las|me|te|nos|se) (?:ha|he|hemos|han|había|hace|hacía)\b/iu,
      /^tengo que\b/iu,
      /\bno (?:sé|entiendo|recuerdo|veo|tengo|puedo|creo|funciona|es)\b/iu,
      /\bdebe (?:de )?(?:ser|estar|haber)\b/iu,
    ],
  },
  {
    language: "zh",
    stems: /[\u4e00-\u9fff]/u,
    marks: [
      /(?:绝不|絕不|决不|決不|永远不|永遠不|永远都|切勿|千万(?=不|别)|千萬(?=不|別)|请勿|請勿|严禁|嚴禁|禁止|不得|不准|不許|不许|不允许|不允許|不可以|不能够?(?=[^了吗嗎？?]*(?:提交|推送|删除|刪除|修改|使用|发送|發送|部署|泄露|洩露|碰|动|動)))/u,
      /(?:必须|必須|务必|務必|一定要|一律|只能|仅限|僅限|只准|只允许|只允許|确保|確保|始终(?=[^是]*(?:用|使用|保持|先|要|以))|始終(?=[^是]*(?:用|使用|保持|先|要|以)))/u,
      /(?:^|[，,。；;：:！!]|请|請|但|而且|并且|也|都|再|记住|記住)(?:不要|别|別|不用(?=再))(?!担心|擔心|紧|緊|人|的|急|客气|客氣|介意|说了|說了|處|处)/u,
      /(?:^|[，,。；;：:！!]|请|請|要|记得|記得|你|以后|以後|都)(?:总是|總是|永远|永遠|每次都|只(?=用|使用|在|修改|改|读|讀|看|回答|写|寫|动|動|许|針|针|需要))/u,
      /(?:之前|以前|前)[，,]?(?:都?要|请|請|必须|必須|务必|務必)?(?:先|得)?(?:问|問|征求|徵求|跟我|向我|让我|讓我|给我|給我|和我|经过我|經過我)?(?:确认|確認|同意|问我|問我|询问|詢問|批准|看)/u,
      /先(?:问|問|跟我|向我|让我|讓我|给我|給我|得到我?|征得|徵得|经过?|經過?|和我)[^。！？!?]{0,16}(?:再|才|确认|確認|同意|批准|后|後)/u,
      /未经|未經|没有我的|沒有我的|不经我|不經我/u,
      /(?:从现在起|從現在起|从现在开始|從現在開始|从今以后|從今以後|今后|今後|以后都|以後都|无论如何|無論如何|任何情况下|任何情況下)/u,
      /避免(?!了)/u,
      /每次[^。！？]{0,12}(?:都要|都得|必须|必須|一定|前[^。！？]{0,3}要)/u,
    ],
    ordinary: [
      /[?？吗嗎呢]\s*$/u,
      /(?:我|他|她|它|他们|她们|这个?|那个?|系统|程序|服务器|测试|脚本)(?:们)?(?:总是|總是|从不|從不|一直|只是|只有)/u,
      /不(?:必须|必須)|没必要|沒必要/u,
      /(?:我|他|她|我们|我們|咱们)(?:今天|明天|昨天|下午|晚上|刚才)?(?:必须|必須|只能|不能|一定要)(?:去|走|回|早|上班|开会|開會|睡)/u,
    ],
  },
];
