import { useLingui } from '@lingui/react/macro'
import { JsonView } from '../ui/json-view.tsx'

/** A record as returned by the API, to read and copy. */
export function RawTab({ value }: { value: unknown }) {
  const { t } = useLingui()
  return (
    <div className="max-w-[960px] px-4 py-3">
      <JsonView value={value} label={t`API response`} />
    </div>
  )
}
