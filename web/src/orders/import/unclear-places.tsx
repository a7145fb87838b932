import type { PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PlaceQuestions } from '../../locations/place-questions.panel.tsx'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import { MapPin } from '../../ui/icons.tsx'
import { type SheetPlace, unclearPlacesQuery } from './queries.ts'
import { QuestionGroup } from './question.tsx'

const mostShown = 20
/** Maximum number of customers per place for which an answer is stored. */
const mostCustomers = 20

/** Ambiguous places of the rows. The import need not wait for the answers (PLACE-7). */
export function UnclearPlaces({ rows }: { rows: readonly SheetRow[] }) {
  const places = useMemo(() => placesOf(rows), [rows])
  const questions = useQuery(unclearPlacesQuery(places)).data ?? []
  if (questions.length === 0) return null
  return (
    <QuestionGroup
      icon={MapPin}
      title={<Plural value={questions.length} one="# place may be several" other="# places may be several" />}
      data-count="unclear-places"
      data-number={questions.length}
    >
      <PlaceQuestions
        questions={questions.slice(0, mostShown)}
        noteOf={(question) => <Rows {...{ rows, question }} />}
      />
      {questions.length > mostShown && (
        <p className="pt-1 text-ink-2">
          <Trans>and {questions.length - mostShown} more</Trans>
        </p>
      )}
    </QuestionGroup>
  )
}

const sides = ['pickup', 'delivery'] as const

function placeAt({ values }: SheetRow, side: (typeof sides)[number]) {
  const [city = '', postal_code = '', country = ''] = [
    values[`${side}_city`],
    values[`${side}_postal_code`],
    values[`${side}_country`],
  ]
  return { city, postal_code, country }
}

function keyOf({ city, postal_code, country }: Pick<SheetPlace, 'city' | 'postal_code' | 'country'>): string {
  return [city, postal_code, country].join('\t')
}

/** The distinct places of the rows, with the customers that use them. */
export function placesOf(rows: readonly SheetRow[]): SheetPlace[] {
  const found = new Map<string, SheetPlace & { customers: string[] }>()
  for (const row of rows) {
    const customer = row.values.customer?.trim() ?? ''
    for (const side of sides) {
      const place = placeAt(row, side)
      if (place.city.trim() === '' && place.postal_code.trim() === '') continue
      const key = keyOf(place)
      const known = found.get(key) ?? { ...place, customers: [] }
      if (customer !== '' && known.customers.length < mostCustomers && !known.customers.includes(customer)) {
        known.customers.push(customer)
      }
      found.set(key, known)
    }
  }
  return [...found.values()]
}

/** Rows that contain the place. */
function Rows({ rows, question }: { rows: readonly SheetRow[]; question: PlaceQuestion }) {
  const key = keyOf(question)
  const lines = rows.filter((row) => sides.some((side) => keyOf(placeAt(row, side)) === key)).map(({ line }) => line)
  const shown = lines.slice(0, 5).join(', ')
  if (lines.length === 1) return <Trans>Row {shown}</Trans>
  return lines.length > 5 ? <Trans>Rows {shown} …</Trans> : <Trans>Rows {shown}</Trans>
}
