import { useLingui } from '@lingui/react/macro'
import { Select } from '../../ui/form/select.tsx'
import { useDayText } from '../days.tsx'
import type { RatePage } from '../queries.ts'

/** Chooses the displayed version of a record. Undefined is the draft. */
export function VersionSelect({
  record: { draft, versions },
  value,
  onChange,
}: {
  record: Pick<RatePage, 'draft' | 'versions'>
  value: string
  onChange: (version: string | undefined) => void
}) {
  const { t } = useLingui()
  const dayText = useDayText()
  if (versions.length + Number(draft !== null) < 2) return null
  const draftName = 'draft'
  const ofDraft = draft === null ? [] : [{ value: draftName, label: t`Draft from ${dayText(draft.valid_from)}` }]
  const published = versions.map(({ rate_version_id, valid_from }) => {
    return { value: rate_version_id, label: t`Version from ${dayText(valid_from)}` }
  })
  return (
    <Select
      label={t`Version`}
      className="w-52"
      choices={[...ofDraft, ...published]}
      value={value}
      onChange={(name) => onChange(name === draftName ? undefined : name)}
    />
  )
}
