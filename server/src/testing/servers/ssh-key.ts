import ssh2 from 'ssh2'

/** How a private key is locked: with a passphrase, or not at all. */
export interface SshKeyLock {
  passphrase: string
  cipher: string
  rounds: number
}

/**
 * A pair of Ed25519 keys in OpenSSH's form.
 *
 * About one pair in three hundred that ssh2 makes cannot be read by ssh2 itself (it takes the key out of DER by a rule
 * that a random byte can meet). So a pair is given out only when both halves read back.
 */
export function createSshKeyPair(lock?: SshKeyLock): { private: string; public: string } {
  for (;;) {
    const pair = lock ? ssh2.utils.generateKeyPairSync('ed25519', lock) : ssh2.utils.generateKeyPairSync('ed25519')
    if (isReadable(pair.private, lock?.passphrase) && isReadable(pair.public)) return pair
  }
}

function isReadable(key: string, passphrase?: string): boolean {
  return !(ssh2.utils.parseKey(key, passphrase) instanceof Error)
}
