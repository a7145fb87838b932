import { createSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const params = { kind: 'reminder_levels' } as const

/** Reminder texts 7, 14 and 30 days after the due date, each in the language of its invoice. */
const usualLevels = [
  level(
    'REMINDER-1',
    7,
    ['Payment reminder', 'Betalingsherinnering', 'Rappel de paiement', 'Zahlungserinnerung'],
    [
      'We have not yet received the payment of the invoice below. It may have escaped you. If you have paid meanwhile, please disregard this message.',
      'Wij hebben de betaling van de onderstaande factuur nog niet ontvangen. Misschien is ze aan uw aandacht ontsnapt. Hebt u intussen betaald, dan mag u dit bericht als niet verzonden beschouwen.',
      'Nous n’avons pas encore reçu le paiement de la facture ci-dessous. Elle vous a peut-être échappé. Si vous avez payé entre-temps, veuillez ne pas tenir compte de ce message.',
      'wir haben für die unten genannte Rechnung noch keinen Zahlungseingang feststellen können. Vielleicht ist sie Ihrer Aufmerksamkeit entgangen. Haben Sie inzwischen gezahlt, betrachten Sie diese Nachricht bitte als gegenstandslos.',
    ],
  ),
  level(
    'REMINDER-2',
    14,
    ['Second payment reminder', 'Tweede herinnering', 'Deuxième rappel', 'Zweite Zahlungserinnerung'],
    [
      'In spite of our reminder the invoice below is still unpaid. Please pay it within seven days, or tell us what keeps you from it.',
      'Ondanks onze herinnering is de onderstaande factuur nog niet betaald. Gelieve ze binnen zeven dagen te betalen, of ons te melden waarom dat niet kan.',
      'Malgré notre rappel, la facture ci-dessous reste impayée. Merci de la régler dans les sept jours ou de nous indiquer ce qui l’empêche.',
      'trotz unserer Erinnerung ist die unten genannte Rechnung noch offen. Bitte zahlen Sie innerhalb von sieben Tagen, oder teilen Sie uns mit, was dem entgegensteht.',
    ],
  ),
  level(
    'REMINDER-3',
    30,
    ['Last reminder', 'Aanmaning', 'Mise en demeure', 'Letzte Mahnung'],
    [
      'The invoice below is still unpaid after several reminders. Please pay it within seven days. After that we shall have it collected, and the costs that law and contract allow are added.',
      'De onderstaande factuur is na meerdere herinneringen nog altijd niet betaald. Wij verzoeken u ze binnen zeven dagen te betalen. Daarna laten wij ze invorderen, met de kosten die wet en overeenkomst toestaan.',
      'Après plusieurs rappels, la facture ci-dessous reste impayée. Nous vous demandons de la régler dans les sept jours. Passé ce délai, nous en ferons assurer le recouvrement, avec les frais que la loi et le contrat autorisent.',
      'die unten genannte Rechnung ist trotz mehrerer Erinnerungen noch offen. Bitte zahlen Sie innerhalb von sieben Tagen. Danach lassen wir sie einziehen, mit den Kosten, die Gesetz und Vertrag vorsehen.',
    ],
  ),
]

type InEach = readonly [en: string, nl: string, fr: string, de: string]

function level(code: string, days_overdue: number, [name, name_nl, name_fr, name_de]: InEach, texts: InEach) {
  const [text, text_nl, text_fr, text_de] = texts
  return { code, days_overdue, name, name_nl, name_fr, name_de, text, text_nl, text_fr, text_de }
}

/** Adds the usual levels and keeps existing ones, so that an interrupted attempt can be completed. */
export function useAddUsualLevels() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn() {
      const { items } = await call(listSettings, { params, query: {} })
      const known = new Set(items.map(({ values }) => values.code))
      for (const body of usualLevels) {
        if (!known.has(body.code)) await call(createSetting, { params, body })
      }
    },
    onSettled: () => refresh(queryClient, 'setting', 'invoice'),
  })
}
