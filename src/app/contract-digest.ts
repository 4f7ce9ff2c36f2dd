import { type Contract, digestOf } from '../toolkit/contract.ts';

/**
 * Keeps a service from showing other tools than those that its operator has looked at.
 * @param expected `CONTRACT_DIGEST`; without it any contract will do, and none is computed
 * @throws {Error} naming both digests
 */
export function requireContract(expected: string | undefined, contract: () => Contract): void {
  if (expected === undefined) return;
  const built = digestOf(contract());
  if (built === expected) return;
  throw new Error(`CONTRACT_DIGEST is ${expected}, but the tools of this build have ${built}.`);
}
