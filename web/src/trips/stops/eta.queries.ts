import { reportStop } from '@cartage/contract/trips/app/record'
import { call } from '../../api/call.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useTripRefresh } from '../../dispatch/queries.ts'

/** Records a manual ETA of a stop (ETA-4). */
export function useEtaReport() {
  const onSettled = useTripRefresh()
  return useMutation({
    mutationFn: ({ stopId, eta }: { stopId: string; eta: string }) =>
      call(reportStop, { params: { stop_id: stopId }, body: { eta } }),
    onSettled,
  })
}
