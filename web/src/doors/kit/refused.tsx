import { useLingui } from '@lingui/react/macro'
import { DoorFrame } from './frame.tsx'
import { DoorNotice } from './notice.tsx'

/** What is shown for a link that expired, was revoked, or is not complete: which of them it was is not said. */
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
