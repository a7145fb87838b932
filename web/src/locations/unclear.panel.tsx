import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PlaceQuestions } from './place-questions.panel.tsx'
import { unclearPlacesQuery } from './queries.ts'

/** Locations with an ambiguous place, grouped by spelling: one answer resolves all of them (PLACE-8). */
export function UnclearPlaces() {
  const items = useQuery(unclearPlacesQuery).data?.items ?? []
  if (items.length === 0) return null
  const notes = new Map(items.map(({ question, locations, example }) => [question, { locations, example }]))
  return (
    <div className="max-h-[40vh] overflow-y-auto px-4 py-3">
      <Notice icon={MapPin} tone="amber">
        <p className="pb-2">
          <Trans>
            Several places have these names. Planning treats those far apart as unknown until you say which one it is;
            the answer counts for all locations with this spelling.
          </Trans>
        </p>
        <PlaceQuestions
          questions={items.map(({ question }) => question)}
          noteOf={(question) => {
            const { locations, example } = notes.get(question)!
            return (
              <>
                <Plural value={locations} one="# location" other="# locations" /> ({example})
              </>
            )
          }}
        />
      </Notice>
    </div>
  )
}
