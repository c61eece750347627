import { href } from "react-router";

/**
 * Other words for a page, in every language at once: many readers search in another language than that of their
 * screens. Written without commas; each word counts.
 */
export const synonyms: Readonly<Record<string, string>> = {
  [href("/dashboard")]: "home start dashboard nyumbani mwanzo muhtasari accueil tableau",
  [href("/get-started")]: "help guide setup onboarding msaada mwongozo anza aide débuter",
  [href("/chat")]:
    "inbox messages conversations whatsapp reply kikasha ujumbe mazungumzo jibu boîte réception discussions répondre",
  [href("/chat/replies")]:
    "canned saved quick reply macro shortcut majibu jibu tayari réponses enregistrées rapides",
  [href("/chat/keys")]: "keyboard shortcuts kibodi vitufe clavier raccourcis",
  [href("/contacts")]: "people customers clients phone numbers wateja watu nambari personnes clients numéros",
  [href("/contacts/import")]: "upload csv excel file pakia faili importer fichier",
  [href("/contacts/segments")]: "groups audience lists vikundi makundi hadhira groupes audience listes",
  [href("/contacts/fields")]: "custom fields attributes sehemu taarifa champs attributs",
  [href("/deals")]: "sales pipeline opportunity mauzo biashara ventes opportunités",
  [href("/tasks")]: "todo reminders follow kazi kumbusho tâches rappels",
  [href("/messaging")]: "broadcast bulk marketing send matangazo tuma wingi diffusion envoi",
  [href("/messaging/broadcasts")]: "bulk history sent zilizotumwa historia diffusions envoyées",
  [href("/templates")]: "message meta approval ujumbe idhini messages approbation",
  [href("/preview")]: "phone look hakiki simu aperçu téléphone",
  [href("/bots")]: "chatbot ai assistant automatic roboti kiotomatiki assistant automatique",
  [href("/flows")]: "journey automation menu survey otomatiki utafiti automatisation scénario",
  [href("/integrations/rules")]: "automation trigger webhook kanuni otomatiki automatisation déclencheur",
  [href("/analytics")]: "reports statistics charts ripoti takwimu rapports statistiques",
  [href("/analytics/health")]: "quality delivery failures ubora qualité échecs",
  [href("/whatsapp")]: "number connect meta nambari unganisha numéro connecter",
  [href("/integrations")]: "slack shopify apps connect programu unganisha applications connecter",
  [href("/payments")]:
    "mpesa received money unmatched refund malipo yaliyopokelewa rejesha paiements reçus remboursement",
  [href("/integrations/mpesa")]:
    "paybill buy goods daraja safaricom money kutoza pesa lipa na argent encaisser",
  [href("/integrations/etims")]: "kra tax vat invoice kodi ankara risiti impôt tva facture",
  [href("/developers")]: "api key token webhook code ufunguo wasanidi clé développeurs",
  [href("/developers/keys")]: "token secret ufunguo siri clé jeton",
  [href("/developers/requests")]: "calls errors maombi makosa appels erreurs",
  [href("/billing")]:
    "invoice price cost wallet credit mpesa balance subscription plan payment ankara bei gharama pochi salio malipo mpango facture prix coût portefeuille solde abonnement forfait paiement",
  [href("/billing/top-up")]:
    "pay mpesa credit card deposit lipa ongeza salio kadi payer recharger crédit carte",
  [href("/billing/invoices")]: "bill receipt tax vat etims ankara risiti kodi facture reçu taxe tva",
  [href("/billing/payments")]: "receipt mpesa transaction risiti muamala reçu transaction",
  [href("/billing/statement")]: "ledger account spending taarifa matumizi relevé dépenses",
  [href("/billing/plan")]: "upgrade subscription price mpango bei boresha abonnement forfait prix",
  [href("/billing/claim")]: "missing lost mpesa code potea perdu manquant",
  [href("/activity")]: "audit log history kumbukumbu historia journal historique",
  [href("/settings")]:
    "organisation company name logo language shirika kampuni jina lugha entreprise nom langue",
  [href("/settings/members")]:
    "team users staff agents invite colleague role timu watumiaji wafanyakazi alika équipe utilisateurs inviter collègue rôle",
  [href("/settings/inbox/teams")]: "groups departments queue timu idara foleni équipes services file",
  [href("/settings/inbox")]: "hours away availability saa kazi upatikanaji heures absence disponibilité",
  [href("/settings/sending")]: "quiet hours night test numbers usiku utulivu nuit heures calmes essai",
  [href("/settings/privacy")]: "gdpr data protection erase retention faragha data futa données effacer",
  [href("/settings/notifications")]: "email alerts barua arifa courriel alertes",
  [href("/settings/security")]: "2fa otp authenticator usalama msimbo sécurité code",
  [href("/change-password")]: "login security nenosiri usalama mot de passe sécurité",
  [href("/profile")]: "name photo email me jina picha mimi nom photo courriel",
  [href("/notifications")]: "alerts bell arifa kengele alertes cloche",
  [href("/revenue-share")]: "partner referral commission mshirika rufaa partenaire parrainage commission",
  [href("/sandbox")]: "test phone demo jaribio simu essai téléphone",
};
