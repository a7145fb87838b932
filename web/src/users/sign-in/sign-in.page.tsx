import { Trans, useLingui } from '@lingui/react/macro'
import { SettingsBody } from '../../settings/page-body.tsx'
import { ProvidersSection } from './providers.section.tsx'
import { SecondFactorSection } from './second-factor.section.tsx'

/** Sign-in settings, one section per method. */
export function SignInPage() {
  const { t } = useLingui()
  return (
    <SettingsBody
      title={t`Sign-in`}
      text={<Trans>How the people of this organisation sign in.</Trans>}
      permission="setting.write"
    >
      <SecondFactorSection />
      <ProvidersSection />
    </SettingsBody>
  )
}
