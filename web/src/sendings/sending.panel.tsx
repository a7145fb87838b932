import type { Sending } from '@cartage/contract/billing/app/sending'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { When } from '../ui/time/when.tsx'
import { Failure, SendingBadge, sendingChannelLabels, sendingPurposeLabels } from './labels.tsx'
import { sendingQuery } from './queries.ts'
import { SendingActions } from './sending-actions.tsx'

/** One sending next to the list: recipient, progress and actions. */
export function SendingPanel({ sendingId, onClose }: { sendingId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(sendingQuery(sendingId))
  return (
    <SidePanel title={query.data?.document ?? ''} label={t`Sending`} onClose={onClose}>
      <Loaded query={query}>
        {(sending) => (
          <>
            <Section>
              <Facts sending={sending} />
            </Section>
            <Section>
              <SendingActions sending={sending} />
            </Section>
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Facts({ sending }: { sending: Sending }) {
  const { t } = useLingui()
  const channelOf = useLabels(sendingChannelLabels)
  const purposeOf = useLabels(sendingPurposeLabels)
  const { invoice_id, started_at, finished_at } = sending
  return (
    <Properties>
      <Property name={t`Status`}>
        <SendingBadge sending={sending} />
      </Property>
      {sending.failure !== null && (
        <Property name={t`Detail`}>
          <Failure sending={sending} />
        </Property>
      )}
      <Property name={t`Document`}>
        <Link to={`/invoices/${invoice_id}` as '/'} className="text-brand-ink underline-offset-2 hover:underline">
          {sending.document}
        </Link>
      </Property>
      <Property name={t`Company`}>{sending.company_name}</Property>
      <Property name={t`Content`}>{sending.reminder_level ?? purposeOf(sending.purpose)}</Property>
      <Property name={t`Channel`}>{channelOf(sending.channel)}</Property>
      <Property name={t`Address`}>{sending.address}</Property>
      <Property name={t`Attempts`}>{sending.attempts}</Property>
      <Property name={t`Created`}>
        <When instant={sending.created_at} />
      </Property>
      <Property name={t`Requested by`}>{sending.requested_by ?? <Trans>Finalising</Trans>}</Property>
      {started_at && (
        <Property name={t`Last attempt`}>
          <When instant={started_at} />
        </Property>
      )}
      {finished_at && (
        <Property name={t`Finished`}>
          <When instant={finished_at} />
        </Property>
      )}
      {sending.finished_by && <Property name={t`Marked by`}>{sending.finished_by}</Property>}
    </Properties>
  )
}
