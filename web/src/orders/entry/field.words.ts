import { useLingui } from '@lingui/react/macro'

/** What a field of the form is called, with the part of the order it belongs to: `Pickup · Date`. */
export function useFieldWords(): (field: string) => string {
  const { t } = useLingui()
  const parts: Record<string, string> = {
    pickup: t`Pickup`,
    delivery: t`Delivery`,
    standalone: t`Stop`,
    setup: t`Collect empty container`,
    teardown: t`Return empty container`,
    goods: t`Goods`,
    container: t`Container`,
  }
  const names: Record<string, string> = {
    customer: t`Customer`,
    service: t`Transport service`,
    level: t`Service level`,
    scenario: t`Type`,
    identifier: t`Reference ID`,
    reference: t`Customer reference`,
    instructions: t`Instructions`,
    place: t`Location`,
    date: t`Date`,
    window: t`Time`,
    note: t`Note`,
    activity: t`Activity`,
    description: t`Description`,
    quantity: t`Quantity`,
    packaging: t`Packaging`,
    weight: t`Weight (kg)`,
    metres: t`LDM`,
    un: t`UN number`,
    temperature: t`Temperature`,
    number: t`Number`,
    type: t`Type`,
    seal: t`Seal`,
    pin: t`Release code`,
  }
  return (field) => {
    const steps = field.split('.')
    const part = steps.map((step) => parts[step]).findLast((name) => name !== undefined)
    const name = names[steps.at(-1)!] ?? steps.at(-1)!
    return part === undefined ? name : `${part} · ${name}`
  }
}
