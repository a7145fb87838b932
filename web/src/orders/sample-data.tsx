import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { call } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'

/** Offers to fill a tenant that has no orders with a sample world; shown to Super admins only. */
export function SampleData() {
  const { t } = useLingui()
  const isAllowed = usePermission('credential.write')
  const queries = useQueryClient()
  const toasts = useToasts()
  const state = useQuery({
    queryKey: ['orders', 'sample'],
    queryFn: () => call(getSampleState, {}),
    enabled: isAllowed,
    refetchInterval: ({ state: { data } }) => (data?.is_loading ? 2_000 : false),
  })
  const load = useMutation({
    mutationFn: () => call(loadSampleData, {}),
    onSuccess: (after) => {
      queries.setQueryData(['orders', 'sample'], after)
      toasts.done(t`Loading sample data. Orders appear as they are created.`)
    },
    onError: (error) => toasts.failed(failureOf(error)),
  })
  if (!isAllowed || (!state.data?.is_offered && !state.data?.is_loading)) return null
  return (
    <Button
      icon={FlaskConical}
      isBusy={load.isPending || state.data.is_loading}
      disabled={state.data.is_loading}
      onClick={() => load.mutate()}
    >
      {state.data.is_loading ? <Trans>Loading sample data…</Trans> : <Trans>Load sample data</Trans>}
    </Button>
  )
}
