import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ViewsNav } from '../lists/views-nav.tsx'

type RatesPath = '/rates' | '/rates/tables' | '/rates/zones' | '/rates/indexes'

/** Navigation between the price lists, in the header of each. */
export function RatesNav({ here }: { here: RatesPath }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const views: { value: RatesPath; title: string }[] = [
    { value: '/rates', title: t`Rate cards` },
    { value: '/rates/tables', title: t`Tariff tables` },
    { value: '/rates/zones', title: t`Zone sets` },
    { value: '/rates/indexes', title: t`Indexes` },
  ]
  return <ViewsNav views={views} value={here} onChange={(to) => void navigate({ to })} />
}
