import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { FlaskConical } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { sampleStateQuery, useSampleData } from './sample-data.queries.ts'

/**
 * Offers sample data to a tenant without orders. Shown to Super admins only.
 * @param props.isFirst whether it is the first step of the page
 */
export function SampleData({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useLingui()
  const isAllowed = usePermission('credential.write')
  const toasts = useToasts()
  const state = useQuery({ ...sampleStateQuery, enabled: isAllowed })
  const sampleData = useSampleData()
  const load = () =>
    sampleData.mutate(undefined, {
      onSuccess: () => toasts.done(t`Loading sample data. Orders appear as they are created.`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  if (!isAllowed || (!state.data?.is_offered && !state.data?.is_loading)) return null
  return (
    <Button
      variant={isFirst ? 'brand' : 'outline'}
      icon={FlaskConical}
      isBusy={sampleData.isPending || state.data.is_loading}
      disabled={state.data.is_loading}
      onClick={load}
    >
      {state.data.is_loading ? <Trans>Loading sample data…</Trans> : <Trans>Load sample data</Trans>}
    </Button>
  )
}
