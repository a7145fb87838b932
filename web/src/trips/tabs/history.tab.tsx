import { useQuery } from '@tanstack/react-query'
import { HistoryList } from '../../audit/history.list.tsx'
import { useCrossingText } from '../../records/stops/crossing.labels.ts'
import { tripHistoryQuery } from '../queries.ts'

/** Commands that changed the trip: user, time, old and new values. */
export function HistoryTab({ tripId }: { tripId: string }) {
  return <HistoryList query={useQuery(tripHistoryQuery(tripId))} crossingText={useCrossingText()} />
}
