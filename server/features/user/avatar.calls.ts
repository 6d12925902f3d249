import * as contract from '#contract/user.ts';
import { shopperCall } from '../../http/served-call.ts';
import { limitedUpload } from '../../http/upload.ts';
import { changeAvatar } from './avatar.service.ts';

const uploadAvatar = shopperCall(contract.uploadAvatar, async (context, input) => ({
  message: 'Your picture is saved.',
  data: { avatar: await changeAvatar(context, input.avatar) },
}));

export const avatarCalls = [limitedUpload(uploadAvatar, 'uploadAvatar', 'uploadAvatarOfNetwork')];
