import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** The XML of a document as the customer receives it. */
export function XmlDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data: text, isError } = useQuery({ queryKey: ['invoices', 'xml', address], queryFn: () => loadText(address) })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Electronic invoice (UBL)`}
      className="w-[880px]"
      footer={text !== undefined && <CopyButton text={text} label={t`Copy XML`} />}
    >
      {isError && (
        <p role="alert" className="text-red">
          <Trans>The file could not be loaded.</Trans>
        </p>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-busy={text === undefined && !isError}
        className="max-h-[60vh] overflow-auto font-mono text-[11.5px] leading-[17px]"
      >
        {text}
      </pre>
    </Dialog>
  )
}

async function loadText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return await response.text()
}
