import { makeConfig } from '@lingui/conf'
import babel from '@rolldown/plugin-babel'
import texts from './lingui.config.ts'

/** Texts in the sources are macros, which the build resolves; unit tests of what holds texts need that as well. */
export function textMacros() {
  return babel({
    include: /\/web\/src\/.*\.tsx?$/,
    plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig: makeConfig(texts) }]],
  })
}
