"""Coupons."""

import datetime

from fault_tests.scenario import Call, Data, scenario


@scenario("POST /coupons", patterns=((r"(?i)\b[23456789CDFGHJKMNPQRTVWXY]{10}\b", "<code>"),))
def create_coupon(data: Data) -> Call:
    today = datetime.date.today()
    return Call(
        {
            "imageName": "Fridge Issue - Door did not unlock",
            "type": "AMOUNT",
            "value": 5,
            "startDate": (today + datetime.timedelta(days=2)).isoformat(),
            "endDate": (today + datetime.timedelta(days=9)).isoformat(),
            "clientToken": data.uuid(),
        }
    )
