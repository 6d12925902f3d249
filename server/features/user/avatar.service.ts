import { AppError } from '#contract/errors.ts';
import type { ShopperContext } from '../../context.ts';
import { storeImage } from '../image/image.service.ts';
import * as queries from './avatar.queries.ts';

/**
 * Gives the caller another picture, cut to a square, and answers its address. Of two at once the later one stays.
 * Throws UNSUPPORTED_MEDIA for what is no still picture, BODY_TOO_LARGE, UNAUTHENTICATED.
 */
export async function changeAvatar(context: ShopperContext, bytes: Uint8Array): Promise<string> {
  const { sql, caller } = context;
  const avatar = await storeImage(
    context,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    'square',
  );
  if (!(await queries.updateAvatar(sql, caller.userId, avatar))) throw new AppError('UNAUTHENTICATED');
  return avatar;
}
