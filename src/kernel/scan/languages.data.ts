// The override family in other languages. Spaced scripts are phrases; scripts without spaces are ordered word lists with a bounded distance.

import type { PhraseRule, Scope } from "./patterns.data.ts";

// Languages are mixed on purpose at times: any of these verbs before any of these nouns.
const DROPS =
  "ignora|ignorar|ignoren|ignorad|ignorez|ignorer|ignorate|ignorare|ignorier*|olvida|olvidate|olvide|olvidar|esqueca|esquece|oubliez|oublie|dimentica|vergiss|vergessen|missacht*|negeer|vergeet|zignoruj|abaikan|lupakan|balewalain|kalimutan|игнорир*|забуд*";
const ORDERS =
  "instruccion*|indicaciones|directivas|instrucoes|orientacoes|diretrizes|consignes|istruzioni|direttive|anweisung*|instruktion*|vorgaben|instructies|opdrachten|instrukcj*|instruksi*|petunjuk*|perintah*|tagubilin|panuto|инструкц*|указани*";

const DROP_DOC_FR = "fonction|page|cv|document|texte|tableau|article";

export const LANGUAGE_RULES: readonly PhraseRule[] = [
  {
    id: "prompt_injection",
    scope: "all",
    phrases: [
      `${DROPS} ..5 ${ORDERS}`,
      // Spanish, Portuguese, French, Italian
      "ignora|ignore|ignorar|ignoren|ignorad|olvida|olvidate|olvide|olvidar|desestima|descarta|omite ..5 instruccion*|indicacion*|directiva|directivas|ordenes|reglas",
      "ignora|ignore|ignorar|olvida|olvide ..3 pagina|funcion|curriculum|documento|texto|articulo|tabla|codigo ..3 y",
      "ignore|ignora|ignorar|ignorem|esqueca|esquece|esquecer|desconsidere|desconsiderar ..5 instrucoes|instrucao|orientacoes|diretrizes|diretivas|ordens|regras|comandos",
      "ignore|ignora|ignorar|esqueca|desconsidere ..3 pagina|funcao|curriculo|documento|texto|artigo|tabela|codigo ..3 e",
      "ignore|ignorez|ignorer|oublie|oubliez|oublier|negligez ..5 instructions|consignes|directives|ordres|regles|indications ..3 precedent*|anterieur*|ci|prealables|donnees|que",
      `ignore|ignorez|oublie|oubliez ..3 ${DROP_DOC_FR} ..2 et ..2 indiqu*|dis|dites|declar*|affich*|ecri*|repond*|affirm*`,
      "ignora|ignorate|ignorare|ignori|dimentica|dimenticate|dimenticare|trascura ..5 istruzioni|indicazioni|direttive|ordini|regole|comandi",
      "ignora|ignorate|dimentica ..2 tutto ..5 detto|prima|precedent*|istruit*",
      "ignora|ignorate|dimentica ..3 pagina|funzione|curriculum|documento|testo|articolo|tabella|codice ..3 e",
      // German, Dutch, Polish, Swedish
      "ignorier*|vergiss|vergesst|vergessen|missacht* ..5 anweisung*|instruktion*|vorgaben|befehl*|richtlinien|regeln|anleitung*",
      "ignorier*|vergiss|vergessen|missacht* ..3 funktion|webseite|website|seite|lebenslauf|dokument|text|artikel|tabelle ..2 und ..4",
      "ignorier*|vergiss|vergessen ..2 alles ..5 gesagt|wurde|vorher|oben|zuvor",
      "negeer|vergeet|veronachtzaam ..4 instructies|opdrachten|aanwijzingen|regels",
      "zignoruj|ignoruj|zapomnij ..4 instrukcj*|polecen*|wytyczn*",
      "ignorera|glom ..4 instruktioner|anvisningar",
      // Russian, Ukrainian
      "игнорир*|проигнорир*|забуд*|забыть|пренебрег*|отбрось* ..5 инструкц*|указани*|директив*|команд*|правил*|распоряжен*|все|всё|функци*|страниц*|резюме",
      "ігноруй*|забудь* ..5 інструкц*|вказівк*",
      // Turkish
      "talimat*|yönerge*|komut*|kural* ..4 yok|unut*|görmezden|göz|dikkate|boşver",
      "sayfayı|işlevi|fonksiyonu|özgeçmişi ..3 görmezden|yok|dikkate",
      // Vietnamese, Indonesian, Malay, Tagalog
      "bỏ|quên|phớt|lờ qua|đi|hết|lờ|mọi|các ..6 dẫn|lệnh|thị|trước",
      "bỏ|phớt qua|lờ ..6 và ..3 chỉ|nói|in|nêu|trả|cho",
      "abaikan|lupakan|hiraukan ..4 instruksi*|petunjuk*|perintah*|arahan*|aturan*|semua|halaman|fungsi|resume|dokumen|arahan",
      "balewalain|kalimutan|huwag|ipagwalang|balewala ..5 tagubilin|panuto|utos|instruksyon|direktiba|tuntunin",
      "balewalain|kalimutan|ipagwalang ..4 function|pahina|webpage|resume|web",
      // Hindi, Bengali
      "निर्देश*|आदेश*|नियम* ..6 अनदेख*|भूल|अवहेलना|नजरअंदाज|नज़रअंदाज|उपेक्षा",
      "बताया|कहा ..4 अनदेख*|भूल|अवहेलना|नजरअंदाज",
      "फंक्शन|फ़ंक्शन|वेबपेज|वेबपृष्ठ|पृष्ठ|पेज|रिज्यूमे|बायोडाटा|लेख ..4 अनदेख*|भूल|अवहेलना|नजरअंदाज|नज़रअंदाज|उपेक्षा",
      "নির্দেশ*|আদেশ*|নিয়ম* ..5 উপেক্ষা|ভুলে|অগ্রাহ্য|ভুলুন",
      "ওয়েবপেজ|ফাংশন*|বৃত্তান্ত|পৃষ্ঠা ..4 উপেক্ষা|অগ্রাহ্য",
      // Arabic, Persian, Hebrew, Greek, Korean
      "تجاهل|تجاهلوا|انس|انسى|اهمل|أهمل ..5 التعليمات|تعليمات|تعليماتك|الأوامر|التوجيهات|الإرشادات|القواعد|كل|جميع|صفحة|الصفحة|الوظيفة|الدالة|السيرة|وظيفة",
      "دستور*|دستورات ..5 نادیده|فراموش",
      "התעלם|התעלמו|שכח ..4 הוראות|ההוראות|מההוראות|מהוראות",
      "αγνόησ*|αγνοήσ*|ξέχασ*|ξεχάσ* ..5 οδηγί*|οδηγι*|εντολ*|κανόν*",
      "지시*|명령*|지침*|규칙* ..5 무시*|잊*|따르지",
      "함수*|웹페이지*|이력서*|페이지* ..3 무시*",
    ],
  },
  {
    id: "authority_claim",
    scope: "context",
    phrases: [
      "soy|eu|sou|je|suis|sono|ich|bin|ben|аз|я|saya|aku|ako ..2 tu|su|seu|votre|ton|dein|ihr|senin|ваш|твой|tuo|suo ..1 desarrollador|desenvolvedor|programador|developpeur|sviluppatore|entwickler|geliştiricinim|разработчик|creador|criador",
      "soy|sou|suis|sono|bin|я|aku|saya dios|deus|dieu|dio|gott|бог|tuhan|ang ..12 debes|deve|devi|devez|doit|must|müssen|musst|должен*|должны|harus|responder|escuchar|ouvir",
      "मैं ..2 आपका|भगवान ..1 डेवलपर|हूँ|हूं ..14 आपको|मुझे|मैं",
      "আমি ..2 আপনার|তোমার|ঈশ্বর ..1 ডেভেলপার|ঈশ্বর ..10",
      "tanrıyım|tanrı|geliştiricinim ..12 cevap*|gerek*|zorunda*|onayla*|denetim*|kontrol*",
      "modo|mode|modus|modalità|mod|tryb mantenimiento|maintenance|manutenção|manutenzione|wartung*|bakım|override|dieu|deus|dios|dio|gott|tuhan|sistema|système|vérification|verificación|verificação|verifikasi",
      "desenvolvida|desarrollada|développée|sviluppata|entwickelte|entwickelt|dikembangkan|geliştirilen|binuo|разработанн* ..2 por|par|da|von|oleh|ng|dari|компанией? ..1 openai|anthropic|google|meta",
    ],
  },
  {
    id: "credential_request",
    scope: "context",
    phrases: [
      "comparti*|comparte|comparta|dime|dame|decirme|darme|das|confirm*|proporcion*|revel*|necesito|cuál|da|es|dices|digas ..6 contraseña|contraseñas",
      "compartilh*|partilh*|diga|dizer|dar|der|deres|confirm*|fornec*|revel*|preciso|qual ..6 senha|passe",
      "partag*|dire|dites|donn*|confirm*|révél*|besoin|quel|est ..6 mot de passe",
      "condivid*|dimmi|dirmi|dammi|darmi|conferm*|rivel*|qual|serve|bisogno|dici|dai ..6 password|parola",
      "teil*|mitteil*|sag|sagen|gib|gibst|geben|verrat*|bestätig*|brauche|was|lautet|angeben|nennen ..6 passwort|kennwort",
      "passwort|kennwort ..5 mitteil*|teil*|verrat*|sagen|geben|bestätig*|weiter*",
      "подел*|скаж*|сообщ*|дай*|дадите|дашь|подтверд*|назов*|раскр*|какой|каков|делит* ..6 парол*",
      "parol*|şifre* ..5 paylaş*|söyle*|verir*|onayla*|nedir",
      "chia|nói|cung|xác|cần|gì ..6 mật khẩu",
      "mật khẩu ..5 là|gì|chia|cho gì|sẻ|tôi",
      "bagi*|berbagi|beri*|memberi*|katakan|konfirmasi*|mengonfirmasi|butuh*|membutuhkan|apa ..6 sandi|password",
      "ibahagi|magbahagi|sabihin|ibigay|kumpirmahin|makumpirma|kailangan|ano|bigyan|ibibigay ..6 password",
      "पासवर्ड ..6 साझा|बताएं|बता|बताओ|दें|देते|दे|पुष्टि|क्या",
      "साझा|बताएं|बता ..6 पासवर्ड",
      "পাসওয়ার্ড* ..6 শেয়ার|বলুন|বলতে|দিতে|দেন|দিন|নিশ্চিত|কি|ভাগ|কী",
      "شارك*|مشاركة|تشارك*|أخبر*|أعطني|تعطيني|تؤكد|تأكيد|ما ..6 المرور|السر|مرورك",
      "μοιρ*|πες|δώσε|δωσ*|επιβεβαι* ..6 κωδικ*",
      "비밀번호* ..6 공유*|알려*|확인*|무엇*|뭐*|줘|주시*|말해*",
      "cuál|quelle|qual|was|wie|какой ..3 tu|su|ta|tua|la|votre|deine|dein|ihr|ihre|твой|ваш ..1 clave|clé|chiave|geheimer|geheimschlüssel|секретный ..1 secreta|secrète|segreta|schlüssel|ключ",
      "गुप्त कुंजी",
      "গোপন কী",
    ],
  },
  {
    id: "bypass_restrictions",
    scope: "all",
    phrases: [
      "dan ..6 do|hacer|faire|fare|fazer|делать|tun|jetzt ..1 anything|cualquier|tout|qualsiasi|qualquer|что|alles",
      "डैन|ড্যান|дэн ..12 मॉडल|कुछ|নাম|сейчас|всё|मतलब|अर्थ",
    ],
  },
];

/** Ordered lists for scripts written without spaces: one of each list, at most `within` characters apart. */
export interface NearRule {
  readonly id: string;
  readonly scope: Scope;
  readonly lists: readonly (readonly string[])[];
  readonly within: number;
}

const ZH_DROP = [
  "忽略",
  "无视",
  "無視",
  "忽視",
  "忽视",
  "忘记",
  "忘掉",
  "忘記",
  "不要理会",
  "不要理會",
  "不理会",
  "别管",
  "抛开",
];
const ZH_ORDERS = [
  "指令",
  "指示",
  "说明",
  "說明",
  "规则",
  "規則",
  "提示",
  "命令",
  "指引",
  "教导",
  "网页",
  "網頁",
  "函数",
  "简历",
  "功能",
  "一切",
  "所有内容",
];
const JA_DROP = ["無視", "忘れ", "従わない", "従わず"];
const JA_ORDERS = ["指示", "命令", "指令", "ルール", "プロンプト", "説明", "ウェブページ", "関数", "履歴書"];
const TH_DROP = ["ละเว้น", "เพิกเฉย", "ไม่ต้องสนใจ", "ไม่สนใจ", "ลืม", "มองข้าม", "อย่าสนใจ"];
const TH_ORDERS = ["คำสั่ง", "คําสั่ง", "คำแนะนำ", "คําแนะนํา", "กฎ", "ฟังก์ชัน", "เว็บ"];

export const NEAR_RULES: readonly NearRule[] = [
  { id: "prompt_injection", scope: "all", lists: [ZH_DROP, ZH_ORDERS], within: 12 },
  { id: "prompt_injection", scope: "all", lists: [JA_ORDERS, JA_DROP], within: 8 },
  { id: "prompt_injection", scope: "all", lists: [TH_DROP, TH_ORDERS], within: 16 },
  {
    id: "prompt_injection",
    scope: "all",
    lists: [
      ["無視して", "忘れて"],
      ["述べて", "言って", "出力して", "書いて", "答えて", "宣言"],
    ],
    within: 30,
  },
  {
    id: "prompt_injection",
    scope: "all",
    lists: [
      ["내용은 무시", "내용을 무시", "내용은 잊", "무시하고"],
      ["작성하세요", "출력하", "말하", "답하", "명시하", "진술하", "말해"],
    ],
    within: 40,
  },
  {
    id: "credential_request",
    scope: "context",
    lists: [
      ["告诉", "告訴", "分享", "提供", "給我", "给我", "說出", "说出"],
      ["密码", "密碼", "密钥", "秘密钥", "通行码"],
    ],
    within: 8,
  },
  {
    id: "credential_request",
    scope: "context",
    lists: [
      ["パスワード", "秘密鍵", "暗証番号"],
      ["教えて", "共有", "確認でき", "何です", "言って"],
    ],
    within: 10,
  },
  { id: "credential_request", scope: "context", lists: [["บอก", "แชร์", "แบ่งปัน", "ยืนยัน"], ["รหัสผ่าน"]], within: 12 },
  { id: "credential_request", scope: "context", lists: [["รหัสผ่าน"], ["คืออะไร", "ของคุณ"]], within: 10 },
  {
    id: "authority_claim",
    scope: "context",
    lists: [
      [
        "我是上帝",
        "我是你的开发",
        "我是您的开发",
        "私は神",
        "私はあなたの開発",
        "ฉันคือพระเจ้า",
        "ฉันเป็นพระเจ้า",
        "ฉันเป็นนักพัฒนา",
        "나는 신이",
        "나는 너의 개발자",
        "저는 당신의 개발자",
      ],
      ["你", "您", "あなた", "คุณ", "당신", "너", "실행", "運行", "运行", "実行"],
    ],
    within: 30,
  },
  {
    id: "authority_claim",
    scope: "context",
    lists: [
      [
        "系统模式",
        "系統模式",
        "上帝模式",
        "维护模式",
        "維護模式",
        "覆盖模式",
        "超驰模式",
        "システムモード",
        "メンテナンスモード",
        "オーバーライドモード",
        "神モード",
        "시스템 모드",
        "유지보수 모드",
        "재정의 모드",
        "โหมดระบบ",
        "โหมดบำรุง",
        "โหมดตรวจสอบ",
        "โหมดพระเจ้า",
        "وضع النظام",
        "وضع تجاوز",
        "وضع الصيانة",
        "সিস্টেম মোড",
        "ওভাররাইড মোড",
        "रखरखाव मोड",
        "ओवरराइड मोड",
        "सत्यापन मोड",
      ],
    ],
    within: 1,
  },
];
