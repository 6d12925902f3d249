const messages: Record<string, string> = {
  name: 'Enter a name',
  email: 'Enter your email',
  password: 'Enter your password',
  newPassword: 'Enter a new password',
  confirmPassword: 'Enter the password again',
  otp: 'Enter the code',
  address_line: 'Enter your address',
  city: 'Enter your city',
  state: 'Enter your state',
  country: 'Enter your country',
  pincode: 'Enter your PIN code',
  mobile: 'Enter your mobile number',
  category: 'Select a category',
  subCategory: 'Select a sub-category',
  unit: 'Enter a unit',
  stock: 'Enter the stock',
  price: 'Enter the price',
  discount: 'Enter the discount',
  description: 'Enter a description',
  reason: 'Enter a reason',
  how: 'Enter how it was refunded',
};

/** The message for an empty field, by the name of the field in the input: 'Enter your city'. */
export function requiredMessage(field: PropertyKey | undefined): string {
  const name = String(field);
  // Labels of product details are names of fields, too, such as 'constructor'.
  return Object.hasOwn(messages, name) ? String(messages[name]) : 'Enter a value';
}
