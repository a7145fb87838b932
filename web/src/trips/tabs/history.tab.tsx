import { useQuery } from '@tanstack/react-query'
import { HistoryList } from '../../audit/history.list.tsx'
import { useCrossingText } from '../../records/stops/crossing.labels.ts'
import { tripHistoryQuery } from '../queries.ts'

/** Who changed the trip by command, when, and from what to what. */
export function HistoryTab({ tripId }: { tripId: string }) {
  return <HistoryList query={useQuery(tripHistoryQuery(tripId))} crossingText={useCrossingText()} />
}
