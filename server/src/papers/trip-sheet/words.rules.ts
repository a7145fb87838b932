import type { Language } from '@cartage/contract/reading/languages'

/** Words of trip sheets and day lists that other papers do not have. */
export interface SheetWords {
  tripSheet: string
  dayList: string
  stops: string
  begin: string
  end: string
  route: string
  distance: string
  planned: string
  requested: string
  contact: string
  directions: string
  instructions: string
  /** Of the trip as a whole. */
  tripNote: string
  withoutGoods: string
  arrival: string
  departure: string
  packages: string
  signature: string
  /** Said of a stop that is completed. */
  completed: string
  ferry: string
  train: string
  boardFerry: string
  leaveFerry: string
  boardTrain: string
  leaveTrain: string
  /** Before the time when a ferry or train leaves. */
  departs: string
  cabin: string
  bunk: string
}

/** Words of trip sheets by language. */
export const sheetWords: Readonly<Record<Language, SheetWords>> = {
  en: {
    tripSheet: 'Trip sheet',
    dayList: 'Day list',
    stops: 'Stops',
    begin: 'Start',
    end: 'End',
    route: 'Route',
    distance: 'Distance',
    planned: 'Planned',
    requested: 'Requested',
    contact: 'Contact',
    directions: 'Directions',
    instructions: 'Instructions',
    tripNote: 'Note for the trip',
    withoutGoods: 'Stop without goods',
    arrival: 'Arrival',
    departure: 'Departure',
    packages: 'Packages',
    signature: 'Name and signature',
    completed: 'completed',
    ferry: 'Ferry',
    train: 'Train',
    boardFerry: 'Board ferry',
    leaveFerry: 'Leave ferry',
    boardTrain: 'Board train',
    leaveTrain: 'Leave train',
    departs: 'departs',
    cabin: 'cabin',
    bunk: 'bunk',
  },
  nl: {
    tripSheet: 'Ritblad',
    dayList: 'Daglijst',
    stops: 'Stops',
    begin: 'Begin',
    end: 'Einde',
    route: 'Traject',
    distance: 'Afstand',
    planned: 'Gepland',
    requested: 'Gevraagd',
    contact: 'Contact',
    directions: 'Toegang',
    instructions: 'Instructies',
    tripNote: 'Opmerking bij de rit',
    withoutGoods: 'Stop zonder goederen',
    arrival: 'Aankomst',
    departure: 'Vertrek',
    packages: 'Aantal',
    signature: 'Naam en handtekening',
    completed: 'voltooid',
    ferry: 'Ferry',
    train: 'Trein',
    boardFerry: 'Ferry op',
    leaveFerry: 'Ferry af',
    boardTrain: 'Trein op',
    leaveTrain: 'Trein af',
    departs: 'vertrekt',
    cabin: 'hut',
    bunk: 'slaapplaats',
  },
  fr: {
    tripSheet: 'Feuille de route',
    dayList: 'Liste du jour',
    stops: 'Arrêts',
    begin: 'Début',
    end: 'Fin',
    route: 'Trajet',
    distance: 'Distance',
    planned: 'Prévu',
    requested: 'Demandé',
    contact: 'Contact',
    directions: 'Accès',
    instructions: 'Instructions',
    tripNote: 'Remarque pour la tournée',
    withoutGoods: 'Arrêt sans marchandise',
    arrival: 'Arrivée',
    departure: 'Départ',
    packages: 'Colis',
    signature: 'Nom et signature',
    completed: 'terminé',
    ferry: 'Ferry',
    train: 'Train',
    boardFerry: 'Embarquer sur le ferry',
    leaveFerry: 'Quitter le ferry',
    boardTrain: 'Embarquer sur le train',
    leaveTrain: 'Quitter le train',
    departs: 'départ',
    cabin: 'cabine',
    bunk: 'couchette',
  },
  de: {
    tripSheet: 'Tourenblatt',
    dayList: 'Tagesplan',
    stops: 'Stopps',
    begin: 'Beginn',
    end: 'Ende',
    route: 'Strecke',
    distance: 'Entfernung',
    planned: 'Geplant',
    requested: 'Gewünscht',
    contact: 'Kontakt',
    directions: 'Zufahrt',
    instructions: 'Anweisungen',
    tripNote: 'Hinweis zur Tour',
    withoutGoods: 'Stopp ohne Ware',
    arrival: 'Ankunft',
    departure: 'Abfahrt',
    packages: 'Packstücke',
    signature: 'Name und Unterschrift',
    completed: 'erledigt',
    ferry: 'Fähre',
    train: 'Zug',
    boardFerry: 'Auf die Fähre',
    leaveFerry: 'Von der Fähre',
    boardTrain: 'Auf den Zug',
    leaveTrain: 'Vom Zug',
    departs: 'ab',
    cabin: 'Kabine',
    bunk: 'Liege',
  },
}
