import { createContext } from 'react';
import { deliveryPromiseMinutes } from '#contract/base/durations.ts';

/**
 * The minutes to the door that pages promise, from the settings of the store. Apart from the data of the root route,
 * which would render hundreds of product cards again at each navigation.
 */
export const PromisedMinutes = createContext(deliveryPromiseMinutes);
