import type { PlaceChoice, PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { answerPlace, useLocationChange } from './queries.ts'

/** Ambiguous places, each with its candidates. The answer is remembered (PLACE-7). */
export function PlaceQuestions({
  questions,
  noteOf,
}: {
  questions: readonly PlaceQuestion[]
  /** Note next to the name. */
  noteOf?: (question: PlaceQuestion) => ReactNode
}) {
  const toasts = useToasts()
  const change = useLocationChange()
  const isEditable = usePermission('location.write')
  const choose = (question: PlaceQuestion, choice: PlaceChoice) =>
    change.mutate(() => answerPlace(question, choice), { onError: (error) => toasts.failed(failureOf(error)) })
  return (
    <ul className="grid gap-2">
      {questions.map((question) => (
        <li key={keyOf(question)}>
          <p>
            <span className="font-medium">
              <Trans>Which {nameOf(question)} is it?</Trans>
            </span>{' '}
            <span className="text-ink-2">{noteOf?.(question)}</span>
          </p>
          <ul className="flex flex-wrap gap-1 pt-1">
            {question.choices.map((choice) => (
              <li key={`${choice.latitude} ${choice.longitude}`}>
                <Button disabled={!isEditable || change.isPending} onClick={() => choose(question, choice)}>
                  <ChoiceName choice={choice} />
                </Button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function keyOf({ location_id, city, postal_code, country }: PlaceQuestion): string {
  return [location_id, city, postal_code, country].join('|')
}

function nameOf({ city, postal_code, country }: PlaceQuestion): string {
  return [[postal_code, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

/** `DE 33…, 15 km from Bielefeld, 80 km from the usual places`. */
function ChoiceName({ choice }: { choice: PlaceChoice }) {
  const { t } = useLingui()
  const { country, postal_codes, near, near_km: km, usual_km: usual, latitude, longitude } = choice
  const region = postal_codes === null ? country : `${country} ${postal_codes}…`
  const where = near === null ? `${latitude}, ${longitude}` : km === 0 || km === null ? near : t`${km} km from ${near}`
  const way = usual === null ? [] : [t`${usual} km from the usual places`]
  return [region, where, ...way].join(' · ')
}
