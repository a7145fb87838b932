import type { Language } from '@cartage/contract/reading/languages'

/** The printed words of the CMR form in one language: titles of its boxes by their number, and the rest. */
export interface FormWords {
  title: string
  /** Article 6.1 k of the convention wants this sentence on every note. */
  clause: string
  boxes: Readonly<Record<number, string>>
  paid: string
  forward: string
  /** Rows of box 20. */
  costs: readonly string[]
  payer: { sender: string; currency: string; consignee: string }
  on: string
  received: string
  /** For whom each copy is, in the order of the copies. */
  copies: readonly [string, string, string, string]
  continued: string
  continuation: string
  vehicle: string
  page: (page: number, pages: number) => string
}

const dutch: FormWords = {
  title: 'Internationale vrachtbrief',
  clause:
    'Dit vervoer is, ongeacht enig tegenstrijdig beding, onderworpen aan het Verdrag betreffende de ' +
    'overeenkomst tot internationaal vervoer van goederen over de weg (CMR).',
  boxes: {
    1: 'Afzender (naam, adres, land)',
    2: 'Geadresseerde (naam, adres, land)',
    3: 'Plaats van aflevering van de goederen',
    4: 'Plaats en datum van inontvangstneming van de goederen',
    5: 'Bijgevoegde documenten',
    6: 'Merken en nummers',
    7: 'Aantal colli',
    8: 'Wijze van verpakking',
    9: 'Aard van de goederen',
    10: 'Statistisch nr.',
    11: 'Brutogewicht kg',
    12: 'Volume m³',
    13: 'Instructies van de afzender',
    14: 'Frankeringsvoorschrift',
    15: 'Remboursement',
    16: 'Vervoerder (naam, adres, land)',
    17: 'Opvolgende vervoerders (naam, adres, land)',
    18: 'Voorbehoud en opmerkingen van de vervoerder',
    19: 'Speciale overeenkomsten',
    20: 'Te betalen door',
    21: 'Opgemaakt te',
    22: 'Handtekening en stempel van de afzender',
    23: 'Handtekening en stempel van de vervoerder',
    24: 'Handtekening en stempel van de geadresseerde',
  },
  paid: 'Franco',
  forward: 'Niet franco',
  costs: ['Vrachtprijs', 'Kortingen', 'Saldo', 'Toeslagen', 'Bijkomende kosten', 'Diversen', 'Totaal'],
  payer: { sender: 'Afzender', currency: 'Munt', consignee: 'Geadresseerde' },
  on: 'op',
  received: 'Goederen ontvangen te',
  copies: [
    'Exemplaar voor de afzender',
    'Exemplaar voor de geadresseerde',
    'Exemplaar voor de vervoerder',
    'Dossierexemplaar',
  ],
  continued: 'Vervolg op blad',
  continuation: 'Vervolgblad',
  vehicle: 'Voertuig',
  page: (page, pages) => `Blad ${page} van ${pages}`,
}

const french: FormWords = {
  title: 'Lettre de voiture internationale',
  clause:
    'Ce transport est soumis, nonobstant toute clause contraire, à la Convention relative au contrat de ' +
    'transport international de marchandises par route (CMR).',
  boxes: {
    1: 'Expéditeur (nom, adresse, pays)',
    2: 'Destinataire (nom, adresse, pays)',
    3: 'Lieu prévu pour la livraison de la marchandise',
    4: 'Lieu et date de la prise en charge de la marchandise',
    5: 'Documents annexés',
    6: 'Marques et numéros',
    7: 'Nombre des colis',
    8: "Mode d'emballage",
    9: 'Nature de la marchandise',
    10: 'N° statistique',
    11: 'Poids brut kg',
    12: 'Cubage m³',
    13: "Instructions de l'expéditeur",
    14: "Prescriptions d'affranchissement",
    15: 'Remboursement',
    16: 'Transporteur (nom, adresse, pays)',
    17: 'Transporteurs successifs (nom, adresse, pays)',
    18: 'Réserves et observations du transporteur',
    19: 'Conventions particulières',
    20: 'À payer par',
    21: 'Établie à',
    22: "Signature et timbre de l'expéditeur",
    23: 'Signature et timbre du transporteur',
    24: 'Signature et timbre du destinataire',
  },
  paid: 'Franco',
  forward: 'Non franco',
  costs: ['Prix de transport', 'Réductions', 'Solde', 'Suppléments', 'Frais accessoires', 'Divers', 'Total'],
  payer: { sender: 'Expéditeur', currency: 'Monnaie', consignee: 'Destinataire' },
  on: 'le',
  received: 'Marchandises reçues à',
  copies: [
    "Exemplaire de l'expéditeur",
    'Exemplaire du destinataire',
    'Exemplaire du transporteur',
    'Exemplaire de dossier',
  ],
  continued: 'Suite à la page',
  continuation: 'Feuille de suite',
  vehicle: 'Véhicule',
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

const german: FormWords = {
  title: 'Internationaler Frachtbrief',
  clause:
    'Diese Beförderung unterliegt trotz einer gegenteiligen Abmachung den Bestimmungen des Übereinkommens ' +
    'über den Beförderungsvertrag im internationalen Straßengüterverkehr (CMR).',
  boxes: {
    1: 'Absender (Name, Anschrift, Land)',
    2: 'Empfänger (Name, Anschrift, Land)',
    3: 'Auslieferungsort des Gutes',
    4: 'Ort und Tag der Übernahme des Gutes',
    5: 'Beigefügte Dokumente',
    6: 'Kennzeichen und Nummern',
    7: 'Anzahl der Packstücke',
    8: 'Art der Verpackung',
    9: 'Bezeichnung des Gutes',
    10: 'Statistik-Nr.',
    11: 'Bruttogewicht kg',
    12: 'Umfang m³',
    13: 'Anweisungen des Absenders',
    14: 'Frachtzahlungsanweisungen',
    15: 'Nachnahme',
    16: 'Frachtführer (Name, Anschrift, Land)',
    17: 'Nachfolgende Frachtführer (Name, Anschrift, Land)',
    18: 'Vorbehalte und Bemerkungen des Frachtführers',
    19: 'Besondere Vereinbarungen',
    20: 'Zu zahlen vom',
    21: 'Ausgefertigt in',
    22: 'Unterschrift und Stempel des Absenders',
    23: 'Unterschrift und Stempel des Frachtführers',
    24: 'Unterschrift und Stempel des Empfängers',
  },
  paid: 'Frei',
  forward: 'Unfrei',
  costs: ['Fracht', 'Ermäßigungen', 'Zwischensumme', 'Zuschläge', 'Nebengebühren', 'Sonstiges', 'Gesamtsumme'],
  payer: { sender: 'Absender', currency: 'Währung', consignee: 'Empfänger' },
  on: 'am',
  received: 'Gut empfangen in',
  copies: [
    'Ausfertigung für den Absender',
    'Ausfertigung für den Empfänger',
    'Ausfertigung für den Frachtführer',
    'Ausfertigung für die Akten',
  ],
  continued: 'Fortsetzung auf Seite',
  continuation: 'Fortsetzungsblatt',
  vehicle: 'Fahrzeug',
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const english: FormWords = {
  title: 'International consignment note',
  clause:
    'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the ' +
    'Contract for the International Carriage of Goods by Road (CMR).',
  boxes: {
    1: 'Sender (name, address, country)',
    2: 'Consignee (name, address, country)',
    3: 'Place of delivery of the goods',
    4: 'Place and date of taking over the goods',
    5: 'Documents attached',
    6: 'Marks and numbers',
    7: 'Number of packages',
    8: 'Method of packing',
    9: 'Nature of the goods',
    10: 'Statistical no.',
    11: 'Gross weight kg',
    12: 'Volume m³',
    13: "Sender's instructions",
    14: 'Instructions as to payment for carriage',
    15: 'Cash on delivery',
    16: 'Carrier (name, address, country)',
    17: 'Successive carriers (name, address, country)',
    18: "Carrier's reservations and observations",
    19: 'Special agreements',
    20: 'To be paid by',
    21: 'Established in',
    22: 'Signature and stamp of the sender',
    23: 'Signature and stamp of the carrier',
    24: 'Signature and stamp of the consignee',
  },
  paid: 'Carriage paid',
  forward: 'Carriage forward',
  costs: [
    'Carriage charges',
    'Deductions',
    'Balance',
    'Supplementary charges',
    'Other charges',
    'Miscellaneous',
    'Total',
  ],
  payer: { sender: 'Sender', currency: 'Currency', consignee: 'Consignee' },
  on: 'on',
  received: 'Goods received in',
  copies: ['Copy for the sender', 'Copy for the consignee', 'Copy for the carrier', 'Copy for the file'],
  continued: 'Continued on page',
  continuation: 'Continuation sheet',
  vehicle: 'Vehicle',
  page: (page, pages) => `Page ${page} of ${pages}`,
}

/** The words of the form by language. */
export const formWords: Readonly<Record<Language, FormWords>> = { nl: dutch, fr: french, de: german, en: english }

/** The second language of a form: English, and French next to English (PAPER-7). */
export function secondLanguage(language: Language): Language {
  return language === 'en' ? 'fr' : 'en'
}
