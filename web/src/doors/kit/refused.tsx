import { useLingui } from '@lingui/react/macro'
import { DoorFrame } from './frame.tsx'
import { DoorNotice } from './notice.tsx'

/** Shown for an expired, revoked or incomplete link, without stating which. */
export function RefusedLink() {
  const { t } = useLingui()
  return (
    <DoorFrame>
      <DoorNotice
        tone="grey"
        isPage
        title={t`This link does not work`}
        text={t`It has expired, was withdrawn, or is not complete. Ask the sender for a new one.`}
      />
    </DoorFrame>
  )
}
