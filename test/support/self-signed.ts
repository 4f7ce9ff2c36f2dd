import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate that nobody vouches for, made anew for each test. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

const commonName = [0x55, 0x04, 0x03];
const subjectAltName = [0x55, 0x1d, 0x11];
const ecdsaWithSha256 = sequence(tlv(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

/** X.509 in DER, by hand: Node can read certificates and not write them. */
export function createSelfSigned(host: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = certificateBody(host, publicKey);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, tlv(0x03, [0, ...signature]));
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function certificateBody(host: string, publicKey: KeyObject): Buffer {
  const name = sequence(tlv(0x31, sequence(tlv(0x06, commonName), tlv(0x0c, Buffer.from(host)))));
  const names = tlv(0x04, sequence(tlv(0x82, Buffer.from(host))));
  return sequence(
    tlv(0xa0, tlv(0x02, [2])),
    tlv(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(tlv(0x06, subjectAltName), names))),
  );
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function tlv(tag: number, content: Buffer | readonly number[]): Buffer {
  const bytes = Buffer.from(content);
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}
